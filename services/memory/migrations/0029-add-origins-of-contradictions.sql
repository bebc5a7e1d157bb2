-- Users of a restored contradiction in the tenant that it was exported from: `detected_by` and `resolved_by`. Null for a
-- contradiction that was not restored. @see docs/decisions/0034-restore-states-with-their-ids.md
ALTER TABLE contradictions ADD origin jsonb;
