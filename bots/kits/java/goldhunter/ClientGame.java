import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What every bot for Gold Hunter needs: what is known, and the orders. */
public abstract class ClientGame {
    Facts facts = new Facts();
    private final Map<Integer, String> orders = new TreeMap<>();
    private final Set<Cell> taken = new HashSet<>(); // cells that moves lead to

    public abstract String getTeamName();

    public abstract void step();

    // Orders. The last one that is given to a unit counts.

    /** Orders a unit to go one cell ahead. */
    public void move(Player player) {
        orders.put(player.getId(), "move " + player.getId());
        taken.add(player.getCell().getAdjacentCell(player.getMovementDirection()));
    }

    /** Orders a unit to turn to a direction. */
    public void rotate(Player player, Direction direction) {
        orders.put(player.getId(), "rotate " + player.getId() + " " + direction.name().toLowerCase(Locale.ROOT));
    }

    /** Orders a hunter to fire ahead. */
    public void fire(Hunter hunter) {
        orders.put(hunter.getId(), "fire " + hunter.getId());
    }

    /** Orders a spy to become invisible to the enemy. */
    public void hide(Spy spy) {
        orders.put(spy.getId(), "hide " + spy.getId());
    }

    /** Orders a spy to become visible again, which saves hidden stages. */
    public void show(Spy spy) {
        orders.put(spy.getId(), "show " + spy.getId());
    }

    // What is known. Lists are of this stage; the board is remembered.

    /** Returns 0 or 1. */
    public int getTeam() {
        return facts.team;
    }

    public Board getBoard() {
        return facts.board;
    }

    /** Returns the number of stages of the match. */
    public int getNumberOfCycles() {
        return facts.stages;
    }

    /** Returns the number of this stage, from 1. */
    public int getCycleNumber() {
        return facts.stage;
    }

    public int getMyScore() {
        return facts.mine;
    }

    public int getOpponentScore() {
        return facts.theirs;
    }

    /** Returns your units that live. */
    public List<Player> getMyPlayers() {
        return facts.units;
    }

    public List<Hunter> getMyHunters() {
        return of(Hunter.class, facts.units);
    }

    public List<GoldMiner> getMyGoldMiners() {
        return of(GoldMiner.class, facts.units);
    }

    public List<Spy> getMySpies() {
        return of(Spy.class, facts.units);
    }

    /** Returns the enemies that are seen. */
    public List<Player> getOpponentPlayers() {
        return facts.foes;
    }

    public List<Hunter> getOpponentHunters() {
        return of(Hunter.class, facts.foes);
    }

    public List<GoldMiner> getOpponentGoldMiners() {
        return of(GoldMiner.class, facts.foes);
    }

    public List<Spy> getOpponentSpies() {
        return of(Spy.class, facts.foes);
    }

    public List<Bullet> getBullets() {
        return facts.bullets;
    }

    /** Returns the gold that is known. */
    public List<Gold> getGolds() {
        List<Gold> golds = new ArrayList<>();
        for (Cell[] row : facts.board.getCells()) {
            for (Cell cell : row) {
                if (cell.gold != null) {
                    golds.add(cell.gold);
                }
            }
        }
        return golds;
    }

    /** Tells whether the first unit straight ahead, before any rock, is an enemy. */
    public boolean isEnemyAhead(Player player) {
        Cell cell = player.getCell().getAdjacentCell(player.getMovementDirection());
        while (cell != null && cell.isEmpty()) {
            cell = cell.getAdjacentCell(player.getMovementDirection());
        }
        return cell != null && cell.player != null && cell.player.isEnemy();
    }

    /**
     * Returns the direction of the first step on a shortest way over known ground
     * to a cell for which goal is true, or null. It goes round the units that are
     * seen and the cells that this stage's moves lead to.
     */
    public Direction findWay(Player player, Predicate<Cell> goal) {
        Map<Cell, Direction> first = new HashMap<>();
        ArrayDeque<Cell> queue = new ArrayDeque<>();
        queue.add(player.getCell());
        while (!queue.isEmpty()) {
            Cell at = queue.remove();
            for (Direction d : Direction.values()) {
                Cell to = at.getAdjacentCell(d);
                if (to == null || !to.isEmpty() || taken.contains(to) || first.containsKey(to)) {
                    continue;
                }
                Direction way = first.getOrDefault(at, d);
                if (goal.test(to)) {
                    return way;
                }
                first.put(to, way);
                queue.add(to);
            }
        }
        return null;
    }

    /** Plays a stage and returns the orders, closed by the stage's number. */
    final String answer() {
        orders.clear();
        taken.clear();
        step();
        StringBuilder text = new StringBuilder();
        for (String order : orders.values()) {
            text.append(order).append('\n');
        }
        return text.append("done ").append(facts.stage).append('\n').toString();
    }

    private static <T> List<T> of(Class<T> kind, List<Player> players) {
        List<T> list = new ArrayList<>();
        for (Player p : players) {
            if (kind.isInstance(p)) {
                list.add(kind.cast(p));
            }
        }
        return list;
    }

    public static void main(String[] args) throws IOException {
        Talk.play();
    }
}
