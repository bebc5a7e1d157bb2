-- Requests counted by tenant or address, for all replicas of the gateway. UNLOGGED: counting writes no log and waits
-- for no disk; after a crash of the server the counts begin anew, which a minute later nobody can tell.
CREATE UNLOGGED TABLE request_windows (
  key text PRIMARY KEY,
  -- When the key was last asked about, milliseconds since the epoch; which window is the current one follows from it.
  at_ms bigint NOT NULL,
  -- Requests admitted in the window of `at_ms`, and in the one before it.
  current int NOT NULL,
  previous int NOT NULL,
  -- What the last question added to `current`: 0 when it was refused.
  admitted int NOT NULL
  -- Half of each page stays free, so that counting rewrites a row in place without touching the index.
) WITH (fillfactor = 50);
