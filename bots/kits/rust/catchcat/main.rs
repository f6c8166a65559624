mod bot;
mod catchcat;

fn main() {
    let mut bot = bot::Bot::new();
    catchcat::play(|board| bot.think(board));
}
