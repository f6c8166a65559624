/* Your bot for Gold Hunter: write think(); goldhunter.c does the rest.
 * printf() writes to your log, not to the arena. */
#include "goldhunter.h"

/* think gives orders to your units with order_move and so on, at most one
 * each; a unit without an order stays as it is. See goldhunter.h. */
void think(struct game *g)
{
	for (int i = 0; i < g->unit_count; i++) {
		const struct unit *u = &g->units[i];
		if (u->kind == MINER && u->left > 0)
			continue; /* it digs while it stands on gold */
		if (u->kind == HUNTER && u->left > 0 && foe_ahead(g, u)) {
			order_fire(g, u);
			continue;
		}
		if (u->kind == SPY && u->left > 0 && !u->hidden && g->foe_count > 0) {
			order_hide(g, u);
			continue;
		}
		int way = u->kind == MINER ? way_to(g, u, is_gold) : NO_WAY;
		if (way == NO_WAY)
			way = way_to(g, u, is_frontier);
		if (way == NO_WAY)
			order_rotate(g, u, (u->facing + 1) % 4); /* all is known: look round */
		else if (way != (int)u->facing)
			order_rotate(g, u, way);
		else
			order_move(g, u);
	}
}
