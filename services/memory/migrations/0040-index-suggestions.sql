-- Lists of the suggestions with one memory, and of one kind. A memory can have a large part of the suggestions of its tenant, and
-- one kind can be rare.
CREATE INDEX CONCURRENTLY IF NOT EXISTS suggestions_of_memory_in_order ON suggestions
  (tenant_id, memory_id, status, detected_at, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS suggestions_of_other_in_order ON suggestions
  (tenant_id, other_id, status, detected_at, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS suggestions_of_kind_in_order ON suggestions
  (tenant_id, status, kind, detected_at, id);
DROP INDEX CONCURRENTLY IF EXISTS suggestions_of_memory;
DROP INDEX CONCURRENTLY IF EXISTS suggestions_of_other;
