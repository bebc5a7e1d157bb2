-- Version number. Null until an event of the memory or the reconciler has reported it.
ALTER TABLE known_memories ADD COLUMN version int;
-- False once the memory is an inactive version, permanently.
ALTER TABLE known_memories ADD COLUMN is_active boolean NOT NULL DEFAULT true;
-- Id of the memory that replaced this version. Set once.
ALTER TABLE known_memories ADD COLUMN superseded_by uuid;

-- False once one of the two memories is an inactive version, permanently.
ALTER TABLE relationships ADD COLUMN is_active boolean NOT NULL DEFAULT true;
-- The verification of the counters reads only this index.
DROP INDEX relationships_by_type;
CREATE INDEX relationships_by_type ON relationships (tenant_id, relationship_type, created_at, id) INCLUDE (is_active);
