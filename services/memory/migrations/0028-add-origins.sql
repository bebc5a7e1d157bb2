-- Author of a restored state in the tenant that it was exported from: `user_id` and `recorded_by`. Null for a memory that was
-- not restored. @see docs/decisions/0034-restore-states-with-their-ids.md
ALTER TABLE memories ADD origin jsonb;
ALTER TABLE memory_revisions ADD origin jsonb;

-- Finds the restored memories of a user for an erasure.
CREATE INDEX memories_by_original_author ON memories (tenant_id, (origin ->> 'user_id')) WHERE origin IS NOT NULL;
