/** Marks a file as ours, in the header that SQLite keeps for it: "Assy" in ASCII. */
export const applicationId = 0x41_73_73_79

/** The schema that this version reads and writes. */
export const schemaVersion = 2

/**
 * Tables are named in the singular. `entry.position` and `message.position` grow with each write,
 * so they also tell what was written last.
 */
export const schema: string = `
  CREATE TABLE entry (
    position INTEGER PRIMARY KEY,
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (run, seq)
  );
  CREATE TABLE lease (
    run TEXT PRIMARY KEY,
    token INTEGER NOT NULL,
    record TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE message (
    position INTEGER PRIMARY KEY,
    run TEXT NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (run, id)
  );
  CREATE TABLE blob (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
  );
  CREATE TABLE blob_unclaimed (
    hash TEXT PRIMARY KEY,
    since INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE blob_use (
    run TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (run, hash)
  ) WITHOUT ROWID;
  CREATE TABLE spent (
    day TEXT PRIMARY KEY,
    nano_usd INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX blob_use_by_hash ON blob_use (hash);
  CREATE INDEX blob_unclaimed_by_age ON blob_unclaimed (since);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`
