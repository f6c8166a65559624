/**
 * Your bot for Gold Hunter: write step(); ClientGame does the rest.
 *
 * One object plays a whole match: what has to be remembered can be a field. The
 * clock of the first stage starts after this class was made. System.out writes
 * to your log, not to the arena.
 */
public class TeamClientAi extends ClientGame {
    /** The name in your log; the arena takes a bot's name from bot.yaml. */
    @Override
    public String getTeamName() {
        return "My Team";
    }

    /**
     * Gives orders to your units with move, rotate, fire, hide and show, at most
     * one each; a unit without an order stays as it is.
     */
    @Override
    public void step() {
        for (Hunter hunter : getMyHunters()) {
            if (hunter.canAttack() && isEnemyAhead(hunter)) {
                fire(hunter);
            } else {
                explore(hunter);
            }
        }
        for (GoldMiner miner : getMyGoldMiners()) {
            if (miner.getDigsLeft() > 0) {
                continue; // it digs while it stands on gold
            }
            Direction way = findWay(miner, cell -> cell.getGold() != null);
            if (way != null) {
                walk(miner, way);
            } else {
                explore(miner);
            }
        }
        for (Spy spy : getMySpies()) {
            if (!spy.isHidden() && spy.getHidenessCapacity() > 0 && !getOpponentPlayers().isEmpty()) {
                hide(spy);
            } else {
                explore(spy);
            }
        }
    }

    private void explore(Player player) {
        Direction way = findWay(player, Cell::isFrontier);
        if (way != null) {
            walk(player, way);
        } else {
            rotate(player, player.getMovementDirection().clockwise()); // all is known: look round
        }
    }

    private void walk(Player player, Direction way) {
        if (way == player.getMovementDirection()) {
            move(player);
        } else {
            rotate(player, way);
        }
    }
}
