-- Every list of relationships omits those of expired memories. Most memories with a window have no expiry, and only few have
-- expired but are not erased yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS memory_windows_by_expiry ON memory_windows (tenant_id, expires_at, id)
  WHERE expires_at IS NOT NULL;
-- Lists of the relationships of a memory by strength. A memory can have a large part of the relationships of its tenant.
CREATE INDEX CONCURRENTLY IF NOT EXISTS relationships_from_by_strength ON relationships
  (tenant_id, from_id, strength, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS relationships_to_by_strength ON relationships (tenant_id, to_id, strength, id);
-- The source of a BIDIRECTIONAL relationship is also a target, and its target a source. Lists by source or target would
-- otherwise read all relationships of the other direction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS relationships_bidirectional_from ON relationships
  (tenant_id, from_id, created_at, id) WHERE direction_type = 'BIDIRECTIONAL';
CREATE INDEX CONCURRENTLY IF NOT EXISTS relationships_bidirectional_to ON relationships
  (tenant_id, to_id, created_at, id) WHERE direction_type = 'BIDIRECTIONAL';
CREATE INDEX CONCURRENTLY IF NOT EXISTS relationships_bidirectional_from_by_strength ON relationships
  (tenant_id, from_id, strength, id) WHERE direction_type = 'BIDIRECTIONAL';
CREATE INDEX CONCURRENTLY IF NOT EXISTS relationships_bidirectional_to_by_strength ON relationships
  (tenant_id, to_id, strength, id) WHERE direction_type = 'BIDIRECTIONAL';
