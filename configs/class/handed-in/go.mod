// Keeps what is handed in here out of the packages of the arena.
module class

go 1.26
