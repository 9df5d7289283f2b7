/**
 * How long a blob may wait for the first entry that refers to it. A blob is put before the append
 * that names it, so a deletion of other runs must not take it meanwhile; after this long, its
 * writer is taken for dead.
 */
export const unclaimedMs: number = 24 * 60 * 60 * 1000
