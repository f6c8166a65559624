mod bot;
mod goldhunter;
mod talk;

fn main() {
    let mut bot = bot::Bot::new();
    talk::play(|game| bot.think(game));
}
