-- One row per exchange of a key, or per person's consent. Its id is in every access token as `gid`.
CREATE TABLE grants (
  tenant_id uuid NOT NULL REFERENCES tenants,
  grant_id text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users,
  client_id text NOT NULL,
  -- The API key that was exchanged; null for a person's grant.
  key_id uuid REFERENCES api_keys (key_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- When the last access token made so far expires: how long a revocation must be remembered.
  access_expires_at timestamptz NOT NULL,
  -- When nothing that was made from it works any more.
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, grant_id)
);
CREATE INDEX grants_key ON grants (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX grants_expiry ON grants (expires_at);
CREATE INDEX grants_revoked ON grants (revoked_at, grant_id) WHERE revoked_at IS NOT NULL;
SELECT loci_isolate('grants');

CREATE TABLE refresh_tokens (
  tenant_id uuid NOT NULL,
  -- SHA-256 of the token, which is random enough to need no more.
  token_hash bytea NOT NULL UNIQUE,
  grant_id text NOT NULL REFERENCES grants (grant_id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash)
);
CREATE INDEX refresh_tokens_grant ON refresh_tokens (grant_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
SELECT loci_isolate('refresh_tokens');

CREATE TABLE signing_keys (
  key_id text PRIMARY KEY,
  public_key jsonb NOT NULL,
  -- PKCS #8 under AES-256-GCM with a key from the configuration: a dump of the database signs nothing.
  encrypted_private_key bytea NOT NULL,
  published_at timestamptz NOT NULL,
  -- The key promoted last is the one that signs.
  promoted_at timestamptz,
  -- When the last token that it signed has expired and it leaves the JWKS.
  retires_at timestamptz
);
