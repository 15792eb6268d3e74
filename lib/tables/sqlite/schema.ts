/** Whoever changes the schema, or the format of what is stored as JSON (lib/inbox/format.ts), raises it and says how an older store is converted. */
export const schemaVersion = 1

/**
 * An event without its delivery is JSON, and beside it what is looked for; `part`, `wake_at`: as in the `wake` index of DynamoDB. All else is
 * an item: write records, facts, what was learnt, the session. `expires_at`: seconds.
 */
export const schema = `
CREATE TABLE events (
  id TEXT PRIMARY KEY, event TEXT NOT NULL, status TEXT NOT NULL, part TEXT, wake_at REAL, received_at REAL NOT NULL, order_id INTEGER,
  expires_at INTEGER
) WITHOUT ROWID;
CREATE INDEX wake ON events (part, wake_at, id) WHERE part IS NOT NULL;
CREATE INDEX receipt ON events (received_at, id);
CREATE INDEX orders ON events (order_id, received_at, id) WHERE order_id IS NOT NULL;
CREATE INDEX events_expiry ON events (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE deliveries (id TEXT PRIMARY KEY, headers TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE items (id TEXT PRIMARY KEY, item TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
CREATE INDEX items_expiry ON items (expires_at) WHERE expires_at IS NOT NULL
`
