//! Exact numbers: integers of any size, reals with guaranteed floors, Beatty sequences, numeration systems, words, arrays, trees. Knows no game.
