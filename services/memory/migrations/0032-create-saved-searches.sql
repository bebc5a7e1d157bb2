-- Searches that users saved in the portal.
CREATE TABLE saved_searches (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id text NOT NULL CHECK (char_length(user_id) BETWEEN 1 AND 200),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  -- Query parameters of the search page.
  parameters jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('saved_searches');
CREATE UNIQUE INDEX saved_searches_of_user ON saved_searches (tenant_id, user_id, name);

-- Unresolved contradictions of a tenant, newest first. A tenant can have many resolved contradictions.
CREATE INDEX open_contradictions ON contradictions (tenant_id, detected_at, id) WHERE resolution_status = 'unresolved';
