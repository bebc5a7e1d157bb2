-- What the last change of the row added to the counter `embedded-memories`. The statement that changes the row reads it,
-- because RETURNING does not return old values before PostgreSQL 18. A subquery for the old values could miss a
-- concurrent change.
ALTER TABLE memories ADD COLUMN embedded_change smallint NOT NULL DEFAULT 0
  CHECK (embedded_change BETWEEN -1 AND 1);

-- Row-level security also applies to a role that migrates without being a superuser.
SELECT set_config('loci.tenant_id', '*', true);

-- Processes of the previous version do not change this counter. After an update, `verify-counters` corrects it.
INSERT INTO counter_changes (tenant_id, counter, change)
SELECT tenant_id, 'embedded-memories', count(*) FROM memories
WHERE is_active AND memory_type NOT IN ('identity_core', 'personality_trait') AND embedding_status = 'completed'
GROUP BY tenant_id;
