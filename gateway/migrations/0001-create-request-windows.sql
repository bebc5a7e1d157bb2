-- Request counts by tenant or client network, shared by all replicas of the gateway. UNLOGGED avoids WAL writes and disk
-- syncs. A crash of the server loses the counts of at most two minutes.
CREATE UNLOGGED TABLE request_windows (
  key text PRIMARY KEY,
  -- Time of the last request in milliseconds since the epoch. It determines the current window.
  at_ms bigint NOT NULL CHECK (at_ms >= 0),
  -- Requests admitted in the window of `at_ms` and in the previous window.
  current int NOT NULL CHECK (current >= 0),
  previous int NOT NULL CHECK (previous >= 0),
  -- Requests that the last statement added to `current`; 0 if it was rejected.
  admitted int NOT NULL CHECK (admitted >= 0)
  -- Half of each page stays free, so that updates are HOT and do not touch the index.
) WITH (fillfactor = 50);
