-- Which memories there are, as the memory service's events tell. The id of a deleted memory is never used again,
-- so dead stays dead in whatever order events come, and no revision is needed.
CREATE TABLE known_memories (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  deleted boolean NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('known_memories');
