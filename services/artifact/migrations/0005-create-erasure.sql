-- IDs of the objects that running erasures delete. @see docs/reference/erasure.md
SELECT public.loci_create_erasure();

-- User who saved a file or created a folder. Null for entries of earlier versions.
ALTER TABLE entries ADD COLUMN user_id text CHECK (char_length(user_id) BETWEEN 1 AND 200);
CREATE INDEX entries_of_user ON entries (tenant_id, user_id) WHERE user_id IS NOT NULL;

-- The audit log names the users of earlier files.
SELECT set_config('loci.tenant_id', '*', true);
UPDATE entries e SET user_id = saved.user_id
FROM (SELECT tenant_id, unnest(object_ids) AS artifact_id, user_id FROM audit_log
      WHERE object_type = 'artifact' AND action = 'create') saved
WHERE saved.tenant_id = e.tenant_id AND saved.artifact_id = e.artifact_id::text;
