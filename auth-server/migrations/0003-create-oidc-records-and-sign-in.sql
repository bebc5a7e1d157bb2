-- Storage of the OAuth provider: sessions, interactions, codes, refresh tokens and clients. Access tokens are JWTs and
-- are not stored. A record has no tenant before the user has consented, so records are only found by their ids.
CREATE TABLE oidc_records (
  model text NOT NULL CHECK (
    model IN (
      'AuthorizationCode', 'Client', 'DeviceCode', 'Grant', 'Interaction', 'RefreshToken', 'ReplayDetection', 'Session'
    )
  ),
  -- SHA-256 of the id for models whose id is a credential.
  id text NOT NULL CHECK (id <> ''),
  -- JSON object. Text instead of jsonb, because jsonb rejects the NUL characters that a client may send.
  payload text NOT NULL CHECK (payload LIKE '{%}'),
  grant_id text,
  uid text,
  user_code text,
  expires_at timestamptz,
  consumed_at timestamptz,
  -- Time of the last poll of a device.
  last_poll_at timestamptz,
  -- Seconds that a device must wait between polls.
  poll_interval integer NOT NULL DEFAULT 5 CHECK (poll_interval >= 5),
  -- Time of the last use of a client, with a resolution of one day.
  used_at timestamptz,
  PRIMARY KEY (model, id),
  CONSTRAINT oidc_records_session_columns CHECK (model = 'Session' OR uid IS NULL),
  CONSTRAINT oidc_records_device_columns CHECK (
    model = 'DeviceCode' OR (user_code IS NULL AND last_poll_at IS NULL AND poll_interval = 5)
  ),
  CONSTRAINT oidc_records_client_columns CHECK (model = 'Client' OR used_at IS NULL)
);
CREATE INDEX oidc_records_grant ON oidc_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_records_uid ON oidc_records (uid) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX oidc_records_user_code ON oidc_records (user_code) WHERE user_code IS NOT NULL;
CREATE INDEX oidc_records_expiry ON oidc_records (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX oidc_records_used ON oidc_records (used_at) WHERE used_at IS NOT NULL;

-- Consecutive failed sign-ins, by SHA-256 of the email address, whether or not it has an account.
CREATE TABLE sign_in_failures (
  email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
  failures integer NOT NULL CHECK (failures > 0),
  last_failed_at timestamptz NOT NULL,
  locked_until timestamptz
);

-- Attempts per purpose, client network and time window. A refunded attempt is subtracted.
CREATE TABLE attempt_counters (
  counter text NOT NULL CHECK (counter ~ '^(sign-in|device-code|registration):'),
  window_start timestamptz NOT NULL,
  attempts integer NOT NULL CHECK (attempts >= 0),
  PRIMARY KEY (counter, window_start)
);
CREATE INDEX attempt_counters_window ON attempt_counters (window_start);

-- Links with which a user chooses a password and joins a tenant. A link works once.
CREATE TABLE invitations (
  tenant_id uuid NOT NULL REFERENCES tenants,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Null if the user chooses the address.
  email text CHECK (email = lower(email) AND email LIKE '_%@_%' AND char_length(email) <= 254),
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  -- True for the link into the bootstrap tenant, which every start replaces.
  bootstrap boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  CONSTRAINT invitations_bootstrap_owner CHECK (NOT bootstrap OR (role = 'owner' AND email IS NULL)),
  CONSTRAINT invitations_expiry_after_creation CHECK (expires_at > created_at)
);
CREATE INDEX invitations_expiry ON invitations (expires_at);
SELECT loci_isolate('invitations');

-- Used DPoP proofs, by SHA-256 of key and jti. All gateways share this table, so a proof is accepted once.
CREATE TABLE used_proofs (
  proof_id text PRIMARY KEY CHECK (char_length(proof_id) BETWEEN 1 AND 200),
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_proofs_expiry ON used_proofs (expires_at);
