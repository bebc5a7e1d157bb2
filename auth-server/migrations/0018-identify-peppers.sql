-- Identifies the pepper of a hash, so that operators can see when no key needs the previous value of API_KEY_PEPPER.
-- Null for a hash that an earlier version stored. The next exchange of the key sets the value.
ALTER TABLE api_keys ADD COLUMN pepper_id text;
