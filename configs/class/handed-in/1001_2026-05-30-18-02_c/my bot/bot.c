#include <stdio.h>
#include <string.h>

static int rows, cols, cat_row, cat_col, taken[64][64];

/* A free cell beside the cat: the one nearest to the border. */
static int choose(int *row, int *col)
{
	static const int step[2][6][2] = {
		{{0, -1}, {0, 1}, {-1, -1}, {-1, 0}, {1, -1}, {1, 0}},
		{{0, -1}, {0, 1}, {-1, 0}, {-1, 1}, {1, 0}, {1, 1}},
	};
	int best = 1000;
	for (int i = 0; i < 6; i++) {
		int r = cat_row + step[cat_row % 2][i][0], c = cat_col + step[cat_row % 2][i][1];
		if (r < 0 || c < 0 || r >= rows || c >= cols || taken[r][c])
			continue;
		int far = r < rows - 1 - r ? r : rows - 1 - r;
		int side = c < cols - 1 - c ? c : cols - 1 - c;
		if (side < far)
			far = side;
		if (far < best) {
			best = far;
			*row = r;
			*col = c;
		}
	}
	return best < 1000;
}

int main(void)
{
	char line[128];
	int catcher = 0, row, col;
	while (fgets(line, sizeof line, stdin)) {
		int turn = strncmp(line, "go", 2) == 0;
		if (strncmp(line, "role catcher", 12) == 0)
			catcher = 1;
		else if (sscanf(line, "board %d %d", &rows, &cols) == 2 || sscanf(line, "cat %d %d", &cat_row, &cat_col) == 2)
			continue;
		else if (sscanf(line, "blocked %d %d", &row, &col) == 2)
			taken[row][col] = 1;
		else if (strncmp(line, "start", 5) == 0)
			printf("ready\n");
		else if (sscanf(line, "block %d %d", &row, &col) == 2)
			taken[row][col] = turn = 1;
		else if (sscanf(line, "move %d %d", &cat_row, &cat_col) == 2)
			turn = 1;
		if (turn && choose(&row, &col)) {
			if (catcher)
				taken[row][col] = 1;
			else
				cat_row = row, cat_col = col;
			printf("%s %d %d\n", catcher ? "block" : "move", row, col);
		}
		fflush(stdout);
	}
	return 0;
}
