//! Movement on a made-up board.
