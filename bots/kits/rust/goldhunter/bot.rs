//! Your bot for Gold Hunter: write think(); goldhunter.rs and talk.rs do the
//! rest. println! writes to your log, not to the arena.

use crate::goldhunter::{Game, Kind};

/// One Bot plays a whole match: what has to be remembered can be a field.
pub struct Bot {}

impl Bot {
    /// What is done here costs no stage any time.
    pub fn new() -> Self {
        Bot {}
    }

    /// Gives orders to your units with game.go, rotate, fire, hide and show, at
    /// most one each; a unit without an order stays as it is.
    pub fn think(&mut self, game: &mut Game) {
        for unit in game.units.clone() {
            if unit.kind == Kind::Miner && unit.left > 0 {
                continue; // it digs while it stands on gold
            }
            if unit.kind == Kind::Hunter && unit.left > 0 && game.foe_ahead(&unit) {
                game.fire(&unit);
                continue;
            }
            if unit.kind == Kind::Spy && unit.left > 0 && !unit.hidden && !game.foes.is_empty() {
                game.hide(&unit);
                continue;
            }
            let mut way = None;
            if unit.kind == Kind::Miner {
                way = game.way(&unit, Game::is_gold);
            }
            match way.or_else(|| game.way(&unit, Game::is_frontier)) {
                None => game.rotate(&unit, unit.facing.clockwise()), // all is known: look round
                Some(d) if d != unit.facing => game.rotate(&unit, d),
                Some(_) => game.go(&unit),
            }
        }
    }
}
