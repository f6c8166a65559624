// Odd things that honest Rust programs do.
use std::collections::HashMap;
use std::io::BufRead;

fn main() {
    let mut map = HashMap::new(); // seeds its hashes
    map.insert(1, std::time::SystemTime::now());
    let t = std::thread::spawn(|| std::time::Instant::now());
    t.join().unwrap();
    let cores = std::thread::available_parallelism().map(|n| n.get()).unwrap_or(1);
    let line = std::io::stdin().lock().lines().next().unwrap().unwrap();
    println!("ok {} {} {:?} {}", cores, line, std::env::current_exe().is_ok(), map.len());
    if line == "abort" {
        let nothing: Option<u8> = None;
        nothing.unwrap();
    }
}
