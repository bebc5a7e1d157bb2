ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
-- Time of the last exchange or refresh, with a resolution of one minute.
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_expiry_after_creation CHECK (expires_at > created_at);

-- The names of the active keys of an owner are unique. Of existing keys with the same name, all but the oldest receive
-- their prefix as a suffix. Keys from BOOTSTRAP_API_KEY are exempt, because their name is fixed.
UPDATE api_keys k SET name = left(k.name, 160) || ' (' || k.prefix || ')'
WHERE k.revoked_at IS NULL AND NOT k.configured AND EXISTS (
  SELECT 1 FROM api_keys older
  WHERE older.tenant_id = k.tenant_id AND older.user_id = k.user_id AND older.name = k.name
    AND older.revoked_at IS NULL AND NOT older.configured AND older.key_id < k.key_id);
CREATE UNIQUE INDEX api_keys_name ON api_keys (tenant_id, user_id, name) WHERE revoked_at IS NULL AND NOT configured;
