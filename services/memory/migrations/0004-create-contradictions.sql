CREATE TABLE contradictions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  source_memory_id uuid NOT NULL,
  target_memory_id uuid NOT NULL,
  contradiction_type text NOT NULL,
  resolution_status text NOT NULL,
  confidence double precision NOT NULL,
  metadata jsonb NOT NULL,
  detected_at timestamptz NOT NULL,
  detected_by text NOT NULL,
  -- Of the `contradicts` relationship in the graph service: made of this, or the other way round.
  relationship_id uuid NOT NULL,
  resolution text,
  reason text,
  resolved_at timestamptz,
  resolved_by text,
  new_memory_id uuid,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('contradictions');

CREATE INDEX contradictions_of_source ON contradictions (tenant_id, source_memory_id, detected_at);
CREATE INDEX contradictions_of_target ON contradictions (tenant_id, target_memory_id, detected_at);
-- Either way round it is the same pair.
CREATE UNIQUE INDEX unresolved_pairs ON contradictions
  (tenant_id, least(source_memory_id, target_memory_id), greatest(source_memory_id, target_memory_id))
  WHERE resolution_status = 'unresolved';
