-- Time at which the deletion of a memory was recorded. The default applies to the existing rows only, without rewriting
-- the table. It has no meaning for memories that exist.
ALTER TABLE known_memories ADD COLUMN deleted_at timestamptz DEFAULT now();
ALTER TABLE known_memories ALTER COLUMN deleted_at DROP DEFAULT;

-- Serves the job that deletes old tombstones.
CREATE INDEX known_memories_tombstones ON known_memories (deleted_at) WHERE deleted;
-- Finds the version that a deleted one replaced, because the job keeps the deleted one while that version exists.
CREATE INDEX known_memories_by_successor ON known_memories (tenant_id, superseded_by) WHERE superseded_by IS NOT NULL;
