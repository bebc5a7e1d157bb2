-- Sessions of browsers, and sign-ins that wait for their callback. The tokens stay in the database, and the browser only
-- has the session id. A session is found by the SHA-256 of this id, before a tenant is known.
CREATE TABLE sessions (
  session_hash bytea PRIMARY KEY CHECK (octet_length(session_hash) = 32),
  -- Encrypted with AES-256-GCM: IV (12 bytes), tag (16 bytes), ciphertext. The key comes from COOKIE_KEYS, which is not
  -- stored in the database.
  sealed bytea NOT NULL CHECK (octet_length(sealed) > 28),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
