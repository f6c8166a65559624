/**
 * Your bot for Catch the Cat: write step(); ClientGame does the rest.
 *
 * One object plays a whole match: what has to be remembered can be a field. The
 * clock of the first move starts after this class was made. System.out writes to
 * your log, not to the arena.
 */
public class TeamClientAi extends ClientGame {
    /** The name in your log; the arena takes a bot's name from bot.yaml. */
    @Override
    public String getTeamName() {
        return "My Team";
    }

    /** Returns your move: the cell to block if isCatcher(), else the cell to step to. */
    @Override
    public Cell step() {
        // The cat takes the shortest way out; the catcher blocks just that.
        int[][] steps = getBoard().stepsToBorder();
        Cell best = null;
        for (Cell c : getBoard().neighbours(getBoard().getCat())) {
            if (getBoard().isFree(c) && (best == null || steps[c.row][c.col] < steps[best.row][best.col])) {
                best = c;
            }
        }
        return best;
    }
}
