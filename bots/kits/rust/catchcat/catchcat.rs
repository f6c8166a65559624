//! What every bot for Catch the Cat needs: the board and the talk with the arena.
#![allow(dead_code)] // a bot need not use all of it

use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::AsFd;
use std::process::exit;

/// A cell of the board; rows and columns count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    pub row: i32,
    pub col: i32,
}

/// steps_to_border where there is no way.
pub const NO_WAY: u32 = 10000;

/// The board as it is now.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Whether you block cells; otherwise you are the cat.
    pub catcher: bool,
    pub rows: i32,
    pub cols: i32,
    pub cat: Cell,
    /// By row and column.
    pub blocked: Vec<Vec<bool>>,
}

impl Board {
    pub fn inside(&self, c: Cell) -> bool {
        c.row >= 0 && c.row < self.rows && c.col >= 0 && c.col < self.cols
    }

    /// Tells whether the cat wins on this cell.
    pub fn is_border(&self, c: Cell) -> bool {
        c.row == 0 || c.row == self.rows - 1 || c.col == 0 || c.col == self.cols - 1
    }

    /// Tells whether a cell can be blocked or stepped on.
    pub fn is_free(&self, c: Cell) -> bool {
        self.inside(c) && !self.blocked[c.row as usize][c.col as usize] && c != self.cat
    }

    /// Returns the up to six cells around a cell; odd rows lie half a cell to
    /// the right.
    pub fn neighbours(&self, c: Cell) -> Vec<Cell> {
        let left = if c.row % 2 == 0 { c.col - 1 } else { c.col };
        let all = [
            (c.row, c.col - 1),
            (c.row, c.col + 1),
            (c.row - 1, left),
            (c.row - 1, left + 1),
            (c.row + 1, left),
            (c.row + 1, left + 1),
        ];
        let cells = all.into_iter().map(|(row, col)| Cell { row, col });
        cells.filter(|&n| self.inside(n)).collect()
    }

    /// Returns, by row and column, the number of steps from each free cell to
    /// the border ring, 0 on it, NO_WAY where it cannot be reached.
    pub fn steps_to_border(&self) -> Vec<Vec<u32>> {
        let mut steps = vec![vec![NO_WAY; self.cols as usize]; self.rows as usize];
        let mut queue = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let c = Cell { row, col };
                if self.is_border(c) && self.is_free(c) {
                    steps[row as usize][col as usize] = 0;
                    queue.push(c);
                }
            }
        }
        let mut next = 0;
        while next < queue.len() {
            let at = queue[next];
            next += 1;
            for n in self.neighbours(at) {
                if self.is_free(n) && steps[n.row as usize][n.col as usize] == NO_WAY {
                    steps[n.row as usize][n.col as usize] = steps[at.row as usize][at.col as usize] + 1;
                    queue.push(n);
                }
            }
        }
        steps
    }

    fn block(&mut self, c: Cell) {
        if self.inside(c) {
            self.blocked[c.row as usize][c.col as usize] = true;
        }
    }
}

/// Returns stdout as it was and makes what is printed from now on go to stderr:
/// a stray line would be taken for a move.
fn take_stdout() -> File {
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    let wire = std::io::stdout().as_fd().try_clone_to_owned().expect("stdout is open");
    // SAFETY: dup2 touches nothing but the two descriptors, which are open.
    unsafe { dup2(2, 1) };
    File::from(wire)
}

/// Sends a line at once: nothing is buffered.
fn send(wire: &mut File, line: String) {
    if wire.write_all((line + "\n").as_bytes()).is_err() {
        exit(1); // the arena is gone
    }
}

fn cell(fields: &[&str]) -> Cell {
    let number = |i: usize| fields.get(i).and_then(|f| f.parse().ok());
    match (number(1), number(2)) {
        (Some(row), Some(col)) => Cell { row, col },
        _ => {
            eprintln!("not two numbers: {fields:?}");
            exit(1)
        }
    }
}

/// Plays one match over stdin and stdout.
pub fn play(mut think: impl FnMut(&Board) -> Cell) {
    let mut wire = take_stdout();
    let mut board = Board::default();
    for line in std::io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line);
        let fields: Vec<&str> = line.split_whitespace().collect();
        match fields.first().copied().unwrap_or("") {
            "role" => board.catcher = fields.get(1) == Some(&"catcher"),
            "board" => {
                let size = cell(&fields);
                (board.rows, board.cols) = (size.row, size.col);
                board.blocked = vec![vec![false; size.col as usize]; size.row as usize];
            }
            "cat" => board.cat = cell(&fields),
            "blocked" => board.block(cell(&fields)),
            "start" => send(&mut wire, "ready".to_string()),
            word @ ("go" | "block" | "move") => {
                match word {
                    "block" => board.block(cell(&fields)),
                    "move" => board.cat = cell(&fields),
                    _ => (),
                }
                let c = think(&board);
                if board.catcher {
                    board.block(c);
                    send(&mut wire, format!("block {} {}", c.row, c.col));
                } else {
                    board.cat = c;
                    send(&mut wire, format!("move {} {}", c.row, c.col));
                }
            }
            "end" => return,
            _ => (), // of a newer arena, and not a request
        }
    }
}
