//! What every bot for Paper Soccer needs: the pitch and the talk with the arena.
#![allow(dead_code)] // a bot need not use all of it

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::os::fd::AsFd;
use std::process::exit;

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The point has a line already: the turn must go on.
    Again,
    /// The first line at this point: the turn is complete.
    Fresh,
    /// No way on: whoever made the step loses.
    Stuck,
    /// The ball is in your own goal.
    Mine,
    /// The ball is in the opponent's goal.
    Theirs,
}

/// Steps east and south of the directions 0 (north) clockwise to 7 (north-west).
pub const DX: [i32; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
pub const DY: [i32; 8] = [-1, -1, 0, 1, 1, 1, 0, -1];

/// The pitch as it is now. x counts from the west, y from the north, both from
/// 0; the goals' points have y = -1 and y = length + 1.
#[derive(Clone, Debug)]
pub struct Pitch {
    pub width: i32,
    pub length: i32,
    /// 1 if you attack southward (red), else -1.
    pub attack: i32,
    /// The ball.
    pub x: i32,
    pub y: i32,
    closed: Vec<u8>, // see closed_at
    walked: Vec<u8>,
}

impl Pitch {
    /// Returns the pitch before the first turn; halfway says whether the halfway
    /// line is drawn.
    pub fn new(width: i32, length: i32, attack: i32, halfway: bool) -> Self {
        let closed = vec![255; ((width + 1) * (length + 3)) as usize];
        let mut p = Pitch { width, length, attack, x: width / 2, y: length / 2, closed, walked: Vec::new() };
        for y in 0..=length {
            for x in 0..=width {
                for d in 0..8 {
                    if p.is_open(x, y, d, halfway) {
                        let at = p.index(x, y);
                        p.closed[at] &= !(1 << d);
                    }
                }
            }
        }
        p
    }

    /// Tells whether a segment can be walked at the start.
    fn is_open(&self, x: i32, y: i32, d: usize, halfway: bool) -> bool {
        let (nx, ny, middle) = (x + DX[d], y + DY[d], self.width / 2);
        let mouth = (x - middle).abs() <= 1 && (nx - middle).abs() <= 1;
        if ny < 0 || ny > self.length {
            return mouth && (x == middle || nx == middle); // from the mouth's middle or straight into its middle
        }
        if nx < 0 || nx > self.width {
            return false;
        }
        if x == nx {
            return x > 0 && x < self.width;
        }
        if y == ny && (y == 0 || y == self.length) {
            return mouth;
        }
        !(y == ny && halfway && y == self.length / 2)
    }

    fn index(&self, x: i32, y: i32) -> usize {
        ((y + 1) * (self.width + 1) + x) as usize
    }

    /// Returns the directions that are closed at a point, a bit each: drawn or
    /// off the pitch. A point has a line if and only if one is closed.
    pub fn closed_at(&self, x: i32, y: i32) -> u8 {
        self.closed[self.index(x, y)]
    }

    /// Returns the directions in which the ball can go.
    pub fn ways(&self) -> Vec<u8> {
        if self.y < 0 || self.y > self.length {
            return Vec::new();
        }
        let closed = self.closed_at(self.x, self.y);
        (0..8).filter(|d| closed >> d & 1 == 0).collect()
    }

    /// Moves the ball along an open direction.
    pub fn step(&mut self, d: u8) -> Event {
        self.walked.push(d);
        let from = self.index(self.x, self.y);
        self.closed[from] |= 1 << d;
        self.x += DX[d as usize];
        self.y += DY[d as usize];
        let to = self.index(self.x, self.y);
        let fresh = self.closed[to] == 0;
        self.closed[to] |= 1 << (d ^ 4);
        if self.y < 0 || self.y > self.length {
            return if (self.y < 0) == (self.attack < 0) { Event::Theirs } else { Event::Mine };
        }
        match (fresh, self.closed[to]) {
            (true, _) => Event::Fresh,
            (false, 255) => Event::Stuck,
            (false, _) => Event::Again,
        }
    }

    /// Takes back the last step.
    pub fn undo(&mut self) {
        let d = self.walked.pop().expect("a step was made");
        let to = self.index(self.x, self.y);
        self.closed[to] &= !(1 << (d ^ 4));
        self.x -= DX[d as usize];
        self.y -= DY[d as usize];
        let from = self.index(self.x, self.y);
        self.closed[from] &= !(1 << d);
    }
}

/// Returns stdout as it was and makes what is printed from now on go to stderr:
/// a stray line would be taken for a turn.
fn take_stdout() -> File {
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    let wire = std::io::stdout().as_fd().try_clone_to_owned().expect("stdout is open");
    // SAFETY: dup2 touches nothing but the two descriptors, which are open.
    unsafe { dup2(2, 1) };
    File::from(wire)
}

/// Reads w SIZE, l SIZE, c COLOUR, each with a newline. A size is one byte, and
/// the contest's length, 10, is a newline itself: bytes are counted here, not
/// lines.
fn opening(input: &mut impl Read, halfway: bool) -> Pitch {
    let mut o = [0; 9];
    if input.read_exact(&mut o).is_err() {
        exit(0); // the match was called off
    }
    if [o[0], o[3], o[6]] != *b"wlc" {
        eprintln!("no opening of Paper Soccer: {o:?}");
        exit(1);
    }
    let attack = if o[7] == b'r' { 1 } else { -1 };
    Pitch::new(o[1].into(), o[4].into(), attack, halfway)
}

/// Plays one match over stdin and stdout.
///
/// Arguments of the program, for matches unlike the contest's: "plain" where no
/// halfway line is drawn, "letters" where directions are written a to h.
pub fn play(mut think: impl FnMut(&mut Pitch) -> Vec<u8>) {
    let mut wire = take_stdout();
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut first = if std::env::args().any(|a| a == "letters") { b'a' } else { b'0' };
    let mut pitch = opening(&mut input, !std::env::args().any(|a| a == "plain"));
    let mut inside = false; // of a pair of braces
    for c in input.bytes() {
        match c {
            Err(_) => return,
            Ok(b'{') => inside = true,
            Ok(d @ b'0'..=b'7') if inside => {
                pitch.step(d - b'0');
            }
            Ok(d @ b'a'..=b'h') if inside => {
                first = b'a';
                pitch.step(d - b'a');
            }
            Ok(b'}') if inside => {
                inside = false;
                let mut turn = vec![b'{'];
                for d in think(&mut pitch) {
                    pitch.step(d);
                    turn.push(first + d);
                }
                turn.extend(b"}\n");
                if wire.write_all(&turn).is_err() {
                    exit(1); // the arena is gone
                }
            }
            Ok(_) => (),
        }
    }
}
