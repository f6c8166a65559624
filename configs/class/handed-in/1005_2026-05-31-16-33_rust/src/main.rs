use std::collections::HashSet;
use std::io::{self, BufRead};

type Cell = (i32, i32);

/// The free cell beside the cat that is nearest to the border.
fn choose(size: Cell, cat: Cell, blocked: &HashSet<Cell>) -> Cell {
    let (r, c) = cat;
    let left = c - 1 + r % 2;
    let around = [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)];
    let inside = |&(r, c): &Cell| r >= 0 && c >= 0 && r < size.0 && c < size.1;
    let far = |&(r, c): &Cell| r.min(size.0 - 1 - r).min(c).min(size.1 - 1 - c);
    *around.iter().filter(|c| inside(c) && !blocked.contains(c)).min_by_key(|c| far(c)).unwrap()
}

fn main() {
    let (mut size, mut cat, mut catcher) = ((0, 0), (0, 0), false);
    let mut blocked = HashSet::new();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words.get(i).and_then(|w| w.parse::<i32>().ok()).unwrap_or(0);
        let cell = (number(1), number(2));
        match words[0] {
            "role" => catcher = words[1] == "catcher",
            "board" => size = cell,
            "cat" | "move" => cat = cell,
            "blocked" | "block" => {
                blocked.insert(cell);
            }
            "start" => println!("ready"),
            _ => {}
        }
        if let "go" | "block" | "move" = words[0] {
            let to = choose(size, cat, &blocked);
            if catcher {
                blocked.insert(to);
                println!("block {} {}", to.0, to.1);
            } else {
                cat = to;
                println!("move {} {}", to.0, to.1);
            }
        }
    }
}
