-- One row per exchange of an API key and per consent of a user. Access tokens carry the id in the claim `gid`.
CREATE TABLE grants (
  tenant_id uuid NOT NULL REFERENCES tenants,
  grant_id text NOT NULL UNIQUE CHECK (grant_id ~ '^[A-Za-z0-9_-]{1,128}$'),
  user_id uuid NOT NULL REFERENCES users,
  client_id text NOT NULL CHECK (client_id <> ''),
  -- The exchanged API key. Null for a consent.
  key_id uuid,
  created_at timestamptz NOT NULL,
  -- Expiry of the newest access token. A revocation must be published until then.
  access_expires_at timestamptz NOT NULL,
  -- Expiry of the newest token of any kind.
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, grant_id),
  -- Includes the tenant, so that a grant cannot belong to the API key of another tenant.
  FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys (tenant_id, key_id) ON DELETE CASCADE,
  CONSTRAINT grants_api_key_client CHECK ((client_id = 'api-key') = (key_id IS NOT NULL)),
  CONSTRAINT grants_expiry_after_creation CHECK (access_expires_at >= created_at AND expires_at >= created_at)
);
CREATE INDEX grants_key ON grants (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX grants_expiry ON grants (expires_at);
CREATE INDEX grants_revoked ON grants (revoked_at, grant_id) WHERE revoked_at IS NOT NULL;
SELECT loci_isolate('grants');

CREATE TABLE refresh_tokens (
  tenant_id uuid NOT NULL,
  -- SHA-256 of the token. The token has 256 random bits, so a salt is not necessary.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  grant_id text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Response time of the rotation that consumed the token. Null for the newest token of its family.
  consumed_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, grant_id) REFERENCES grants (tenant_id, grant_id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_grant ON refresh_tokens (grant_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
SELECT loci_isolate('refresh_tokens');

CREATE TABLE signing_keys (
  -- SHA-256 thumbprint of the public key (RFC 7638).
  key_id text PRIMARY KEY CHECK (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  -- JWK. The member "d" would be the private part.
  public_key jsonb NOT NULL,
  -- PKCS #8, encrypted with AES-256-GCM: IV (12 bytes), tag (16 bytes), ciphertext. The encryption key comes from
  -- SIGNING_KEY_SECRET, which is not stored in the database.
  encrypted_private_key bytea NOT NULL CHECK (octet_length(encrypted_private_key) > 28),
  published_at timestamptz NOT NULL,
  -- The key that was promoted last signs new tokens.
  promoted_at timestamptz,
  -- The key leaves the JWKS at this time, when the last token that it signed has expired.
  retires_at timestamptz,
  CONSTRAINT signing_keys_public_jwk CHECK (
    (public_key ->> 'kid') IS NOT DISTINCT FROM key_id
    AND (public_key ->> 'kty') IS NOT DISTINCT FROM 'EC'
    AND NOT public_key ? 'd'
  ),
  CONSTRAINT signing_keys_retired_after_promotion CHECK (retires_at IS NULL OR promoted_at IS NOT NULL)
);
