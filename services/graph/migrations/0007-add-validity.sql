-- Period in which a relationship is valid, [valid_from, valid_until). Null is an open bound.
ALTER TABLE relationships ADD COLUMN valid_from timestamptz;
ALTER TABLE relationships ADD COLUMN valid_until timestamptz;
ALTER TABLE relationships ADD CONSTRAINT relationships_validity CHECK (valid_from < valid_until);

-- Count the active relationships that lists omit because they are not valid now.
CREATE INDEX relationships_by_end ON relationships (tenant_id, valid_until) INCLUDE (relationship_type)
  WHERE is_active AND valid_until IS NOT NULL;
CREATE INDEX relationships_by_start ON relationships (tenant_id, valid_from) INCLUDE (relationship_type)
  WHERE is_active AND valid_from IS NOT NULL;
