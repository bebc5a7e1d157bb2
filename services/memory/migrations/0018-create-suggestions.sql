-- Pairs of memories that say nearly the same or the opposite. The indexing of new contents finds them.
CREATE TABLE suggestions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('duplicate', 'contradiction')),
  -- The memory that was indexed when the pair was found.
  memory_id uuid NOT NULL,
  other_id uuid NOT NULL,
  -- Revisions of the contents. An open suggestion is deleted when one of the contents changes.
  memory_content_revision int NOT NULL,
  other_content_revision int NOT NULL,
  score double precision NOT NULL CHECK (score BETWEEN 0 AND 1),
  evidence jsonb NOT NULL CHECK (jsonb_typeof(evidence) = 'object'),
  detected_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'resolved', 'dismissed')),
  action text CHECK (action IN ('merge', 'supersede', 'relate', 'dismiss')),
  -- The new memory of a merge, the kept memory of a supersession, or a relationship in the graph service.
  result_id uuid,
  resolved_at timestamptz,
  resolved_by text CHECK (char_length(resolved_by) BETWEEN 1 AND 200),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, memory_id) REFERENCES memories ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, other_id) REFERENCES memories ON DELETE CASCADE,
  CONSTRAINT suggestions_two_memories CHECK (memory_id <> other_id),
  CONSTRAINT suggestions_resolution CHECK (
    num_nulls(action, resolved_at, resolved_by) = CASE status WHEN 'open' THEN 3 ELSE 0 END),
  CONSTRAINT suggestions_dismissed CHECK ((status = 'dismissed') = (action IS NOT DISTINCT FROM 'dismiss'))
);
SELECT loci_isolate('suggestions');

-- A pair is suggested once, so a dismissed pair is never suggested again.
CREATE UNIQUE INDEX suggestions_of_pair ON suggestions
  (tenant_id, least(memory_id, other_id), greatest(memory_id, other_id));
CREATE INDEX suggestions_in_order ON suggestions (tenant_id, status, detected_at, id);
CREATE INDEX suggestions_of_memory ON suggestions (tenant_id, memory_id);
CREATE INDEX suggestions_of_other ON suggestions (tenant_id, other_id);
