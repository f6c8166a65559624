//! What every bot for Gold Hunter needs to know of the game.
#![allow(dead_code)] // a bot need not use all of it

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Hunter,
    Miner,
    Spy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Right,
    Down,
    Left,
}

pub const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

impl Direction {
    pub fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    pub fn clockwise(self) -> Direction {
        DIRECTIONS[(self as usize + 1) % 4]
    }
}

/// A cell: row and column, from 0.
pub type Place = (i32, i32);

/// Returns the next cell in a direction.
pub fn next(at: Place, d: Direction) -> Place {
    (at.0 + [-1, 0, 1, 0][d as usize], at.1 + [0, 1, 0, -1][d as usize])
}

/// A unit of yours, or an enemy that is seen now (then id and left are -1).
#[derive(Clone, Debug)]
pub struct Unit {
    pub id: i32,
    pub kind: Kind,
    pub at: Place,
    pub facing: Direction,
    /// A hunter's bullets, the digs that a miner's cell still needs (0: no gold
    /// there), or the stages that a spy can still be hidden.
    pub left: i32,
    pub hidden: bool,
}

/// A bullet that is seen now.
#[derive(Clone, Debug)]
pub struct Bullet {
    pub at: Place,
    pub facing: Direction,
}

#[derive(Clone, Copy, Debug)]
pub struct Gold {
    pub value: i32,
    /// Digs that it still needs, 1 to 3.
    pub left: i32,
}

/// What is known. Ground and gold are remembered from stage to stage; all the
/// rest is of this stage.
#[derive(Default)]
pub struct Game {
    pub team: i32,
    pub rows: i32,
    pub cols: i32,
    /// Of each team at the start.
    pub hunters: i32,
    pub miners: i32,
    pub spies: i32,
    /// Bullets of a hunter, hidden stages of a spy at the start.
    pub bullets_each: i32,
    pub hidden_each: i32,
    /// Of the match.
    pub stages: i32,
    /// This one, from 1.
    pub stage: i32,
    /// Scores.
    pub mine: i32,
    pub theirs: i32,
    /// By row and column: b'?' unknown, b'.' ground, b'#' rock.
    pub ground: Vec<Vec<u8>>,
    /// As last seen.
    pub gold: HashMap<Place, Gold>,
    /// Yours that live.
    pub units: Vec<Unit>,
    /// Enemies that are seen.
    pub foes: Vec<Unit>,
    /// Bullets that are seen.
    pub bullets: Vec<Bullet>,

    pub(crate) orders: BTreeMap<i32, String>, // by the unit's id
    pub(crate) taken: HashSet<Place>,         // cells that moves lead to
    pub(crate) seen: HashMap<Place, Gold>,    // this stage's gold
}

impl Game {
    // Orders. The last one that is given to a unit counts.

    /// Orders a unit to move one cell ahead ("move" is a word of Rust).
    pub fn go(&mut self, unit: &Unit) {
        self.orders.insert(unit.id, format!("move {}\n", unit.id));
        self.taken.insert(next(unit.at, unit.facing));
    }

    /// Orders a unit to turn to a direction.
    pub fn rotate(&mut self, unit: &Unit, d: Direction) {
        self.orders.insert(unit.id, format!("rotate {} {}\n", unit.id, d.name()));
    }

    /// Orders a hunter to fire ahead.
    pub fn fire(&mut self, unit: &Unit) {
        self.orders.insert(unit.id, format!("fire {}\n", unit.id));
    }

    /// Orders a spy to become invisible to the enemy.
    pub fn hide(&mut self, unit: &Unit) {
        self.orders.insert(unit.id, format!("hide {}\n", unit.id));
    }

    /// Orders a spy to become visible again, which saves hidden stages.
    pub fn show(&mut self, unit: &Unit) {
        self.orders.insert(unit.id, format!("show {}\n", unit.id));
    }

    /// Returns what a cell is: b'?', b'.' or b'#'; rock off the board.
    pub fn at(&self, at: Place) -> u8 {
        if at.0 < 0 || at.0 >= self.rows || at.1 < 0 || at.1 >= self.cols {
            return b'#';
        }
        self.ground[at.0 as usize][at.1 as usize]
    }

    pub fn is_gold(&self, at: Place) -> bool {
        self.gold.contains_key(&at)
    }

    /// Tells whether a neighbour of the cell is unknown.
    pub fn is_frontier(&self, (row, col): Place) -> bool {
        (row - 1..=row + 1).any(|r| (col - 1..=col + 1).any(|c| self.at((r, c)) == b'?'))
    }

    /// Tells whether the first unit straight ahead, before any rock, is an enemy.
    pub fn foe_ahead(&self, unit: &Unit) -> bool {
        let mut at = next(unit.at, unit.facing);
        while self.at(at) == b'.' && !self.units.iter().any(|u| u.at == at) {
            if self.foes.iter().any(|f| f.at == at) {
                return true;
            }
            at = next(at, unit.facing);
        }
        false
    }

    /// Returns the direction of the first step on a shortest way over known
    /// ground to a cell for which goal is true. It goes round the units that are
    /// seen and the cells that this stage's moves lead to.
    pub fn way(&self, unit: &Unit, goal: impl Fn(&Game, Place) -> bool) -> Option<Direction> {
        let mut closed = self.taken.clone();
        closed.extend(self.units.iter().chain(&self.foes).map(|u| u.at));
        let mut queue = VecDeque::from([(unit.at, None)]);
        while let Some((at, first)) = queue.pop_front() {
            for d in DIRECTIONS {
                let to = next(at, d);
                let way = first.unwrap_or(d);
                if self.at(to) != b'.' || closed.contains(&to) {
                    continue;
                }
                if goal(self, to) {
                    return Some(way);
                }
                closed.insert(to);
                queue.push_back((to, Some(way)));
            }
        }
        None
    }
}
