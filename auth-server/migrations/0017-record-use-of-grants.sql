-- Time of the newest access token of a consent. Null for a consent without tokens, and for tokens of earlier versions.
ALTER TABLE grants ADD COLUMN last_used_at timestamptz;
