"""Rummy hands in bulk, by tables: the hot path.

From the cards up: `encode` (cards to planes of bits), `numbering` and `rowing` (the row of a suit),
`runtable` and `table` (what a row holds, and how it is built), `shelf` (tables at hand), `losses` (suits
joined over the shared wildcards), `choices` and `gains` (trios), `covers` and `declare` (declarations),
`blocksolver` (a block of hands), `bulk` (many blocks), `readings` (many wild ranks), `folds` (14 cards);
`arrange`, `readback`, `steps`, `laid` and `spread` (which groups, and in which cards). One hand alone goes
by `solver.rummy.walk`.
"""
