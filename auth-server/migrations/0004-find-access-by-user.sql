-- User of a session, grant, token, code or interaction, so that all access of a user can be ended. Null for clients and for
-- browsers in which no user is signed in.
ALTER TABLE oidc_records ADD COLUMN user_id text;
UPDATE oidc_records SET user_id = substring(payload FROM '"accountId":"([0-9a-f-]{36})"') WHERE model <> 'Client';
CREATE INDEX oidc_records_user ON oidc_records (user_id) WHERE user_id IS NOT NULL;

CREATE INDEX grants_user ON grants (user_id);
CREATE INDEX api_keys_user ON api_keys (user_id);
