//! The talk with the arena.

use crate::goldhunter::{Bullet, Direction, Game, Gold, Kind, Place, Unit, DIRECTIONS};
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::AsFd;
use std::process::exit;

/// Returns stdout as it was and makes what is printed from now on go to stderr:
/// a stray line would be taken for an order.
fn take_stdout() -> File {
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    let wire = std::io::stdout().as_fd().try_clone_to_owned().expect("stdout is open");
    // SAFETY: dup2 touches nothing but the two descriptors, which are open.
    unsafe { dup2(2, 1) };
    File::from(wire)
}

/// Sends lines at once: nothing is buffered.
fn send(wire: &mut File, text: &str) {
    if wire.write_all(text.as_bytes()).is_err() {
        exit(1); // the arena is gone
    }
}

/// Plays one match over stdin and stdout.
pub fn play(mut think: impl FnMut(&mut Game)) {
    let mut wire = take_stdout();
    let mut game = Game::default();
    let mut started = false;
    for line in std::io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line);
        let mut fields = Fields(line.split_whitespace());
        match fields.word() {
            "end" => return,
            "start" => {
                started = true;
                send(&mut wire, "ready\n");
            }
            word if !started => header(&mut game, word, &mut fields),
            "go" => {
                remember(&mut game);
                think(&mut game);
                let orders: String = game.orders.values().map(String::as_str).collect();
                send(&mut wire, &format!("{orders}done {}\n", game.stage));
            }
            word => stage_line(&mut game, word, &mut fields),
        }
    }
}

/// What is left of a line.
struct Fields<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Fields<'a> {
    fn word(&mut self) -> &'a str {
        self.0.next().unwrap_or("")
    }

    fn number(&mut self) -> i32 {
        let word = self.word();
        word.parse().unwrap_or_else(|_| {
            eprintln!("not a number: {word:?}");
            exit(1)
        })
    }

    fn place(&mut self) -> Place {
        (self.number(), self.number())
    }

    fn kind(&mut self) -> Kind {
        match self.word() {
            "hunter" => Kind::Hunter,
            "miner" => Kind::Miner,
            _ => Kind::Spy,
        }
    }

    fn direction(&mut self) -> Direction {
        let word = self.word();
        DIRECTIONS.into_iter().find(|d| d.name() == word).unwrap_or_else(|| {
            eprintln!("not a direction: {word:?}");
            exit(1)
        })
    }
}

fn header(game: &mut Game, word: &str, f: &mut Fields) {
    match word {
        "team" => game.team = f.number(),
        "board" => {
            (game.rows, game.cols) = f.place();
            game.ground = vec![vec![b'?'; game.cols as usize]; game.rows as usize];
        }
        "units" => (game.hunters, game.miners, game.spies) = (f.number(), f.number(), f.number()),
        "bullets" => game.bullets_each = f.number(),
        "hidden" => game.hidden_each = f.number(),
        "stages" => game.stages = f.number(),
        _ => (), // of a newer arena
    }
}

fn stage_line(game: &mut Game, word: &str, f: &mut Fields) {
    match word {
        "stage" => {
            game.stage = f.number();
            game.units.clear();
            game.foes.clear();
            game.bullets.clear();
            game.orders.clear();
            game.taken.clear();
            game.seen.clear();
        }
        "score" => (game.mine, game.theirs) = (f.number(), f.number()),
        "unit" => game.units.push(Unit {
            id: f.number(),
            kind: f.kind(),
            at: f.place(),
            facing: f.direction(),
            left: f.number(),
            hidden: f.word() == "hidden",
        }),
        "foe" => game.foes.push(Unit {
            id: -1,
            kind: f.kind(),
            at: f.place(),
            facing: f.direction(),
            left: -1,
            hidden: false,
        }),
        "bullet" => game.bullets.push(Bullet { at: f.place(), facing: f.direction() }),
        "gold" => {
            let at = f.place();
            game.seen.insert(at, Gold { value: f.number(), left: f.number() });
        }
        "see" => {
            let (row, col) = f.place();
            let cells = f.word().as_bytes();
            game.ground[row as usize][col as usize..][..cells.len()].copy_from_slice(cells);
        }
        _ => (), // of a newer arena
    }
}

/// Brings the known gold up to date: around a unit all of it is told.
fn remember(game: &mut Game) {
    for u in &game.units {
        game.gold.retain(|&(row, col), _| (row - u.at.0).abs() > 1 || (col - u.at.1).abs() > 1);
    }
    game.gold.extend(game.seen.drain());
}
