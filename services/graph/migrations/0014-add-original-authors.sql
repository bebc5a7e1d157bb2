-- Users of a restored state in the tenant that it was exported from: `created_by` and `recorded_by`. Null for a relationship
-- that was not restored. @see docs/decisions/0034-restore-states-with-their-ids.md
ALTER TABLE relationships ADD original_authors jsonb;
ALTER TABLE relationship_revisions ADD original_authors jsonb;
