//! Your bot for Catch the Cat: write think(); catchcat.rs does the rest.
//! println! writes to your log, not to the arena.

use crate::catchcat::{Board, Cell};

/// One Bot plays a whole match: what has to be remembered can be a field.
pub struct Bot {}

impl Bot {
    /// What is done here costs no move any time.
    pub fn new() -> Self {
        Bot {}
    }

    /// Returns your move: the cell to block if board.catcher, else the cell to
    /// step to.
    pub fn think(&mut self, board: &Board) -> Cell {
        // The cat takes the shortest way out; the catcher blocks just that.
        let steps = board.steps_to_border();
        board
            .neighbours(board.cat)
            .into_iter()
            .filter(|&c| board.is_free(c))
            .min_by_key(|c| steps[c.row as usize][c.col as usize])
            .expect("whoever moves has a free neighbour of the cat to go for")
    }
}
