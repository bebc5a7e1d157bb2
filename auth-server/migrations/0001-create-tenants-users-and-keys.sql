CREATE TABLE tenants (
  tenant_id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  tier text NOT NULL CHECK (tier IN ('free', 'standard', 'premium', 'enterprise', 'unlimited')),
  -- True for the tenant that is created at the first start. At most one tenant has it.
  bootstrap boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX tenants_bootstrap ON tenants (bootstrap) WHERE bootstrap;
SELECT loci_isolate('tenants');

-- A user can be a member of several tenants, so this table has no tenant. Service users have no email and no password.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  -- Normalized, so that one mailbox has one account.
  email text CHECK (email = lower(email) AND email LIKE '_%@_%' AND char_length(email) <= 254),
  password_hash text CHECK (password_hash LIKE '$scrypt$%'),
  created_at timestamptz NOT NULL,
  CONSTRAINT users_email_with_password CHECK ((email IS NULL) = (password_hash IS NULL))
);
CREATE UNIQUE INDEX users_email ON users (email);

CREATE TABLE memberships (
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  -- True for the tenant's service user.
  service boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT memberships_service_user_is_owner CHECK (NOT service OR role = 'owner')
);
CREATE INDEX memberships_user ON memberships (user_id);
CREATE UNIQUE INDEX memberships_service ON memberships (tenant_id) WHERE service;
SELECT loci_isolate('memberships');

CREATE TABLE api_keys (
  tenant_id uuid NOT NULL,
  key_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL,
  prefix text NOT NULL CHECK (prefix ~ '^[A-Za-z0-9]{1,32}$'),
  -- HMAC-SHA-256 of the secret. Its key, API_KEY_PEPPER, is not stored in the database.
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  permissions text[] NOT NULL
    CHECK (cardinality(permissions) > 0 AND permissions <@ ARRAY['read', 'write', 'delete']),
  -- True for a key from BOOTSTRAP_API_KEY, false for a generated one.
  configured boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, key_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE UNIQUE INDEX api_keys_prefix ON api_keys (prefix);
SELECT loci_isolate('api_keys');
