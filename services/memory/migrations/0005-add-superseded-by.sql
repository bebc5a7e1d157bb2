-- Id of the memory that replaced this version. Null for an active version, and for a deprecated one without a successor.
-- Not a foreign key, because the id remains if that memory is deleted.
ALTER TABLE memories ADD COLUMN superseded_by uuid
  CONSTRAINT memories_superseded_inactive CHECK (superseded_by IS NULL OR NOT is_active);

-- Row-level security also applies to a role that migrates without being a superuser.
SELECT set_config('loci.tenant_id', '*', true);

UPDATE memories m SET superseded_by = next.id
FROM memories next
WHERE NOT m.is_active AND next.tenant_id = m.tenant_id AND next.chain_id = m.chain_id
  AND (next.version > 1 OR NOT next.is_active)
  AND next.version = (
    SELECT min(later.version) FROM memories later
    WHERE later.tenant_id = m.tenant_id AND later.chain_id = m.chain_id AND later.version > m.version
      AND (later.version > 1 OR NOT later.is_active));

-- The target of a contradiction that a new memory resolved.
UPDATE memories m SET superseded_by = c.new_memory_id
FROM contradictions c
WHERE NOT m.is_active AND m.superseded_by IS NULL AND c.tenant_id = m.tenant_id AND c.target_memory_id = m.id
  AND c.resolution = 'create_new';

-- False for a relationship of an inactive version.
ALTER TABLE relationship_projection ADD COLUMN is_active boolean NOT NULL DEFAULT true;
DROP INDEX relationship_projection_from, relationship_projection_to;
CREATE INDEX relationship_projection_from ON relationship_projection (tenant_id, from_id, is_active, id) WHERE NOT deleted;
CREATE INDEX relationship_projection_to ON relationship_projection (tenant_id, to_id, is_active, id) WHERE NOT deleted;
