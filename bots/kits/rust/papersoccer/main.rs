mod bot;
mod papersoccer;

fn main() {
    let mut bot = bot::Bot::new();
    papersoccer::play(|pitch| bot.think(pitch));
}
