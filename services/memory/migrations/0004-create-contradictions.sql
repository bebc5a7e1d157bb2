CREATE TABLE contradictions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL CHECK (revision >= 1),
  source_memory_id uuid NOT NULL,
  target_memory_id uuid NOT NULL,
  contradiction_type text NOT NULL CHECK (contradiction_type IN ('direct', 'partial', 'contextual')),
  resolution_status text NOT NULL CHECK (resolution_status IN ('unresolved', 'resolved', 'accepted')),
  confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  metadata jsonb NOT NULL CHECK (jsonb_typeof(metadata) = 'object'),
  detected_at timestamptz NOT NULL,
  detected_by text NOT NULL CHECK (char_length(detected_by) BETWEEN 1 AND 200),
  -- Id of the `contradicts` relationship in the graph service.
  relationship_id uuid NOT NULL,
  resolution text CHECK (resolution IN ('create_new', 'choose_memory_1', 'choose_memory_2', 'keep_both')),
  reason text CHECK (char_length(reason) <= 10000),
  resolved_at timestamptz,
  resolved_by text CHECK (char_length(resolved_by) BETWEEN 1 AND 200),
  -- Id of the memory that replaced both. Not a foreign key, because the id remains if the memory is deleted.
  new_memory_id uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, source_memory_id) REFERENCES memories ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, target_memory_id) REFERENCES memories ON DELETE CASCADE,
  CONSTRAINT contradictions_two_memories CHECK (source_memory_id <> target_memory_id),
  CONSTRAINT contradictions_resolution CHECK (
    num_nulls(resolution, resolved_at, resolved_by) = CASE resolution_status WHEN 'unresolved' THEN 3 ELSE 0 END),
  CONSTRAINT contradictions_accepted CHECK (
    (resolution_status = 'accepted') = (resolution IS NOT DISTINCT FROM 'keep_both')),
  CONSTRAINT contradictions_new_memory CHECK (
    (new_memory_id IS NOT NULL) = (resolution IS NOT DISTINCT FROM 'create_new')),
  CONSTRAINT contradictions_unresolved_reason CHECK (resolution_status <> 'unresolved' OR reason IS NULL)
);
SELECT loci_isolate('contradictions');

CREATE INDEX contradictions_of_source ON contradictions (tenant_id, source_memory_id, detected_at);
CREATE INDEX contradictions_of_target ON contradictions (tenant_id, target_memory_id, detected_at);
-- Allows at most one unresolved contradiction between two memories, in either direction.
CREATE UNIQUE INDEX unresolved_pairs ON contradictions
  (tenant_id, least(source_memory_id, target_memory_id), greatest(source_memory_id, target_memory_id))
  WHERE resolution_status = 'unresolved';
