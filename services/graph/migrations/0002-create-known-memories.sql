-- Memories that exist or were deleted, from the events of the memory service. The ids of deleted memories are never
-- reused, so a deletion wins over every other event, and no revision is needed.
CREATE TABLE known_memories (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  deleted boolean NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('known_memories');
