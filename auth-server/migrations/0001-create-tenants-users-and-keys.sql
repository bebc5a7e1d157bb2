CREATE TABLE tenants (
  tenant_id uuid PRIMARY KEY,
  name text NOT NULL,
  tier text NOT NULL CHECK (tier IN ('free', 'standard', 'premium', 'enterprise', 'unlimited')),
  -- The tenant that the first start makes; there is one at most.
  bootstrap boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX tenants_bootstrap ON tenants (bootstrap) WHERE bootstrap;
SELECT loci_isolate('tenants');

-- A person may belong to several tenants, so users have none; a service user has neither e-mail nor password.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  email text,
  password_hash text,
  created_at timestamptz NOT NULL,
  CHECK ((email IS NULL) = (password_hash IS NULL))
);
CREATE UNIQUE INDEX users_email ON users (email);

CREATE TABLE memberships (
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  service boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);
CREATE UNIQUE INDEX memberships_service ON memberships (tenant_id) WHERE service;
SELECT loci_isolate('memberships');

CREATE TABLE api_keys (
  tenant_id uuid NOT NULL,
  key_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL,
  prefix text NOT NULL,
  -- HMAC-SHA-256 of the secret under the pepper, which the database never sees.
  secret_hash bytea NOT NULL,
  name text NOT NULL,
  permissions text[] NOT NULL,
  -- Came from the configuration instead of being made here.
  configured boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, key_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE UNIQUE INDEX api_keys_prefix ON api_keys (prefix);
SELECT loci_isolate('api_keys');
