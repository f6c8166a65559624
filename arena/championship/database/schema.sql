-- The results of one championship. Points are the scheme's where they rank
-- entrants (entrants.points) and the game's own where they belong to a match.
-- Times are RFC 3339 in UTC. What is not known or does not exist is NULL.

CREATE TABLE championship (      -- one row
  name    TEXT NOT NULL,
  game    TEXT NOT NULL,         -- catchcat, goldhunter, papersoccer
  format  TEXT NOT NULL,         -- all, round-robin, gauntlet, groups, knock-out, swiss
  seed    TEXT NOT NULL,         -- a number up to 2^64-1, more than INTEGER holds
  terms   TEXT NOT NULL,         -- hash of the limits and conditions
  done    INTEGER NOT NULL,      -- matches that count
  total   INTEGER NOT NULL,      -- matches there will be, as far as that is known
  partial INTEGER NOT NULL       -- 1: matches are still to be played
) STRICT;

CREATE TABLE setups (            -- what the boards are like; board k has set-up k modulo their number
  setup INTEGER PRIMARY KEY,     -- from 0
  hash  TEXT NOT NULL
) STRICT;

CREATE TABLE entrants (          -- the table
  id       TEXT PRIMARY KEY,
  name     TEXT NOT NULL,
  rank     INTEGER NOT NULL,     -- joint ranks are equal; the removed share the last
  points   REAL NOT NULL,
  played   INTEGER NOT NULL,     -- matches; one of both own programs is one
  wins     INTEGER NOT NULL,
  draws    INTEGER NOT NULL,
  losses   INTEGER NOT NULL,
  self     INTEGER NOT NULL,     -- matches of both own programs
  byes     INTEGER NOT NULL,
  valid    INTEGER NOT NULL,     -- matches without an own fault
  removed  TEXT,                 -- why the entrant is out
  broke    TEXT,                 -- the tie-break that put it behind the one above
  elo      REAL,                 -- strength, with its 95 % interval
  elo_low  REAL,
  elo_high REAL,
  island   INTEGER               -- ratings of different islands cannot be compared
) STRICT;

CREATE TABLE programs (          -- what each entrant plays with
  entrant TEXT NOT NULL REFERENCES entrants,
  seat    TEXT NOT NULL,
  hash    TEXT,                  -- of all that decides how it plays; NULL for none
  PRIMARY KEY (entrant, seat)
) STRICT;

CREATE TABLE matches (           -- the schedule, with what was played
  match    INTEGER PRIMARY KEY,  -- from 0
  round    TEXT NOT NULL,
  board    INTEGER NOT NULL,
  state    TEXT NOT NULL,        -- counts; void: nobody has decided; out: ruled void; open: to be played;
                                 -- removed: one of the two is, and entrants.points has what it counts
  walkover INTEGER NOT NULL,     -- 1: not played, a program is missing
  reason   TEXT,                 -- how the game ended, as played
  moves    INTEGER,
  starter  TEXT,                 -- the seat that answered first
  hash     TEXT,                 -- names the replay
  attempt  INTEGER,              -- 1, or more where earlier ones were void
  began    TEXT,
  wall_ms  REAL,
  ruling   INTEGER REFERENCES rulings -- that decides it now
) STRICT;

CREATE TABLE seats (             -- both sides of each match
  match          INTEGER NOT NULL REFERENCES matches,
  seat           TEXT NOT NULL,
  entrant        TEXT NOT NULL REFERENCES entrants,
  outcome        TEXT,           -- win, draw, lose: as it counts now; NULL where it does not
  points         REAL,           -- the game's own, as they count now; NULL in a forfeit
  fault          TEXT,           -- timeout, crash, invalid, …: the seat's own
  played_outcome TEXT,           -- as played, whatever was ruled
  played_points  REAL,
  PRIMARY KEY (match, seat)
) STRICT;
CREATE INDEX seats_entrant ON seats (entrant, match);

CREATE TABLE counters (          -- what the game counts beside points, as played
  match INTEGER NOT NULL REFERENCES matches,
  seat  TEXT NOT NULL,
  name  TEXT NOT NULL,           -- gold, deaths, …
  value INTEGER NOT NULL,
  PRIMARY KEY (match, seat, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE voids (             -- attempts that came out void: the arena's or the host's fault
  match   INTEGER NOT NULL REFERENCES matches,
  attempt INTEGER NOT NULL,
  final   INTEGER NOT NULL,      -- 1: it was not played again by itself
  why     TEXT NOT NULL
) STRICT;

CREATE TABLE rulings (           -- the organiser's decisions, undone ones too
  ruling  INTEGER PRIMARY KEY,   -- from 1
  kind    TEXT NOT NULL,         -- void, forfeit, result, disqualify, strike, reinstate, undo
  reason  TEXT NOT NULL,
  time    TEXT NOT NULL,
  by      TEXT,
  match   INTEGER,
  entrant TEXT,
  undoes  INTEGER,               -- the ruling that it undoes
  undone  INTEGER NOT NULL       -- 1: it does not hold any more
) STRICT;

CREATE TABLE changes (           -- bots, set-ups and terms that changed under way
  what TEXT NOT NULL,
  was  TEXT NOT NULL,            -- hashes
  now  TEXT NOT NULL,
  redo INTEGER NOT NULL,         -- 1: what was played before was played again
  time TEXT NOT NULL
) STRICT;

CREATE VIEW meetings AS          -- one row for both sides of each match that counts
  SELECT m.match, m.round, m.board, m.reason, m.moves,
         a.seat AS seat_a, a.entrant AS a, a.outcome AS outcome_a, a.points AS points_a,
         b.seat AS seat_b, b.entrant AS b, b.outcome AS outcome_b, b.points AS points_b
  FROM matches m JOIN seats a USING (match) JOIN seats b USING (match)
  WHERE m.state = 'counts' AND a.rowid < b.rowid;
