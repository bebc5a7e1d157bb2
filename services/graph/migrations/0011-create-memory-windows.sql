-- Periods in which reads of the graph return a memory. Contains only memories that have or had a bound. Null is an open
-- bound. A row is removed with its memory.
CREATE TABLE memory_windows (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Revision of the memory with these bounds.
  revision bigint NOT NULL,
  valid_from timestamptz,
  valid_until timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('memory_windows');
