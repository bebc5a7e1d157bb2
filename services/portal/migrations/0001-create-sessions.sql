-- A browser's session, or a sign-in that was begun: the tokens stay here, the browser has the id alone. Reached by
-- the hash of that id before a tenant is known.
CREATE TABLE sessions (
  session_hash bytea PRIMARY KEY,
  -- AES-256-GCM under a key that the database does not know.
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
