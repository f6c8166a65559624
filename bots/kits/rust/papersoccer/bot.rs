//! Your bot for Paper Soccer: write think(); papersoccer.rs does the rest.
//! println! writes to your log, not to the arena.

use crate::papersoccer::{Event, Pitch};

/// One Bot plays a whole match: what has to be remembered can be a field.
pub struct Bot {}

impl Bot {
    pub fn new() -> Self {
        Bot {}
    }

    /// Returns a whole turn: directions from 0 (north) clockwise to 7. It must
    /// go on where a step returns Again and end at any other event. Take back
    /// all steps that you try.
    pub fn think(&mut self, pitch: &mut Pitch) -> Vec<u8> {
        // Of the first 2000 turns, the one that brings the ball farthest.
        let mut search = Search { turn: Vec::new(), best: Vec::new(), worth: 0, tried: 0 };
        search.run(pitch);
        search.best
    }
}

struct Search {
    turn: Vec<u8>,
    best: Vec<u8>,
    worth: i32,
    tried: u32,
}

impl Search {
    fn run(&mut self, pitch: &mut Pitch) {
        for d in pitch.ways() {
            if self.tried >= 2000 && !self.best.is_empty() {
                return;
            }
            let event = pitch.step(d);
            self.turn.push(d);
            let worth = match event {
                Event::Theirs => 1000,
                Event::Mine => -1000,
                Event::Stuck => -900,
                Event::Fresh | Event::Again => pitch.y * pitch.attack,
            };
            if event == Event::Again {
                self.run(pitch);
            } else {
                self.tried += 1;
                if self.best.is_empty() || worth > self.worth {
                    self.worth = worth;
                    self.best = self.turn.clone();
                }
            }
            self.turn.pop();
            pitch.undo();
        }
    }
}
