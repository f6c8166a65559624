#include "papersoccer.h"

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>

Pitch::Pitch(int width, int length, int attack, bool halfway)
	: width(width), length(length), attack(attack), x(width / 2), y(length / 2),
	  closed(length + 3, std::vector<unsigned char>(width + 1, 255))
{
	for (int y = 0; y <= length; y++)
		for (int x = 0; x <= width; x++)
			for (int d = 0; d < 8; d++)
				if (isOpen(x, y, d, halfway))
					closed[y + 1][x] &= ~(1 << d);
}

// isOpen tells whether a segment can be walked at the start.
bool Pitch::isOpen(int x, int y, int d, bool halfway) const
{
	int nx = x + DX[d], ny = y + DY[d], middle = width / 2;
	bool mouth = std::abs(x - middle) <= 1 && std::abs(nx - middle) <= 1;
	if (ny < 0 || ny > length) // a goal, from the mouth's middle or straight into its middle
		return mouth && (x == middle || nx == middle);
	if (nx < 0 || nx > width)
		return false;
	if (x == nx)
		return x > 0 && x < width;
	if (y == ny && (y == 0 || y == length))
		return mouth;
	return !(y == ny && halfway && y == length / 2);
}

std::vector<int> Pitch::ways() const
{
	std::vector<int> open;
	if (y < 0 || y > length)
		return open;
	for (int d = 0; d < 8; d++)
		if (!(closedAt(x, y) >> d & 1))
			open.push_back(d);
	return open;
}

Event Pitch::step(int d)
{
	walked.push_back(d);
	closed[y + 1][x] |= 1 << d;
	x += DX[d];
	y += DY[d];
	bool fresh = closedAt(x, y) == 0;
	closed[y + 1][x] |= 1 << (d ^ 4);
	if (y < 0)
		return attack > 0 ? Event::Mine : Event::Theirs;
	if (y > length)
		return attack > 0 ? Event::Theirs : Event::Mine;
	if (fresh)
		return Event::Fresh;
	return closedAt(x, y) == 255 ? Event::Stuck : Event::Again;
}

void Pitch::undo()
{
	int d = walked.back();
	walked.pop_back();
	closed[y + 1][x] &= ~(1 << (d ^ 4));
	x -= DX[d];
	y -= DY[d];
	closed[y + 1][x] &= ~(1 << d);
}

namespace {

// nextByte reads a byte, or returns -1 at the end. Reading may be interrupted:
// the arena stops a bot while its opponent thinks.
int nextByte()
{
	static unsigned char buffer[4096];
	static ssize_t have, used;
	if (used == have) {
		used = 0;
		while ((have = read(STDIN_FILENO, buffer, sizeof buffer)) < 0 && errno == EINTR)
			;
		if (have <= 0) {
			have = 0;
			return -1;
		}
	}
	return buffer[used++];
}

void send(int wire, const std::string &text)
{
	for (size_t sent = 0; sent < text.size();) {
		ssize_t n = write(wire, text.data() + sent, text.size() - sent);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			std::exit(1);
		sent += n;
	}
}

// readOpening reads w SIZE, l SIZE, c COLOUR, each with a newline. A size is
// one byte, and the contest's length, 10, is a newline itself: bytes are
// counted here, not lines.
bool readOpening(unsigned char (&o)[9])
{
	for (unsigned char &b : o) {
		int c = nextByte();
		if (c < 0)
			return false;
		b = c;
	}
	if (o[0] != 'w' || o[3] != 'l' || o[6] != 'c') {
		std::cerr << "no opening of Paper Soccer\n";
		std::exit(1);
	}
	return true;
}

} // namespace

// Arguments, for matches unlike the contest's: "plain" where no halfway line is
// drawn, "letters" where directions are written a to h.
int main(int argc, char **argv)
{
	bool halfway = true, letters = false, within = false;
	for (int i = 1; i < argc; i++) {
		halfway = halfway && std::string(argv[i]) != "plain";
		letters = letters || std::string(argv[i]) == "letters";
	}
	int wire = dup(STDOUT_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO); // a stray print would be taken for a turn
	unsigned char o[9];
	if (!readOpening(o))
		return 0;
	Pitch pitch(o[1], o[4], o[7] == 'r' ? 1 : -1, halfway);
	PlayerDecision player;
	for (int c; (c = nextByte()) >= 0;) {
		if (c == '{') {
			within = true;
		} else if (within && c >= '0' && c <= '7') {
			pitch.step(c - '0');
		} else if (within && c >= 'a' && c <= 'h') {
			letters = true;
			pitch.step(c - 'a');
		} else if (within && c == '}') {
			within = false;
			std::string text = "{";
			for (int d : player.think(pitch)) {
				pitch.step(d);
				text += static_cast<char>((letters ? 'a' : '0') + d);
			}
			send(wire, text + "}\n");
		}
	}
}
