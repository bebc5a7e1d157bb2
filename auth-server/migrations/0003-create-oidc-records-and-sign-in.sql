-- What the OAuth provider keeps: sessions, interactions, codes, refresh tokens, clients. It has no tenant until a
-- person has consented, so these rows are reached by their ids alone.
CREATE TABLE oidc_records (
  model text NOT NULL,
  -- Where the id is the credential itself: its SHA-256.
  id text NOT NULL,
  -- Text, not jsonb: a client may send NUL characters, which jsonb refuses and JSON escapes.
  payload text NOT NULL,
  grant_id text,
  uid text,
  user_code text,
  expires_at timestamptz,
  consumed_at timestamptz,
  -- Device codes: when the device asked last, and how many seconds it must wait.
  last_poll_at timestamptz,
  poll_interval integer NOT NULL DEFAULT 5,
  -- Clients: the day of the last use.
  used_at timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX oidc_records_grant ON oidc_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_records_uid ON oidc_records (uid) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX oidc_records_user_code ON oidc_records (user_code) WHERE user_code IS NOT NULL;
CREATE INDEX oidc_records_expiry ON oidc_records (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX oidc_records_used ON oidc_records (used_at) WHERE used_at IS NOT NULL;

-- Failed sign-ins in a row, by the hash of the address that was tried, whether or not it has an account.
CREATE TABLE sign_in_failures (
  email_hash bytea PRIMARY KEY,
  failures integer NOT NULL,
  last_failed_at timestamptz NOT NULL,
  locked_until timestamptz
);

-- Attempts within a window, by purpose and address.
CREATE TABLE attempt_counters (
  counter text NOT NULL,
  window_start timestamptz NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (counter, window_start)
);
CREATE INDEX attempt_counters_window ON attempt_counters (window_start);

-- A link with which a person chooses a password and joins a tenant. Works once.
CREATE TABLE invitations (
  tenant_id uuid NOT NULL REFERENCES tenants,
  token_hash bytea NOT NULL UNIQUE,
  -- Null: whoever holds the link says who they are.
  email text,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  -- Made at a start for the bootstrap tenant; the next start replaces it.
  bootstrap boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash)
);
CREATE INDEX invitations_expiry ON invitations (expires_at);
SELECT loci_isolate('invitations');

-- Proofs of possession that were used, so that none counts twice, whichever replica sees it.
CREATE TABLE used_proofs (
  proof_id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_proofs_expiry ON used_proofs (expires_at);
