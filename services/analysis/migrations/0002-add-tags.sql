-- Tags of the memory, separated by spaces. Evidence of topics.
ALTER TABLE analyzed_memories ADD COLUMN tags text NOT NULL DEFAULT '';

-- Revision 0 is older than every revision of the memory service, so the reconciler reads the memories again and stores
-- their tags.
ALTER TABLE analyzed_memories DROP CONSTRAINT analyzed_memories_revision_check;
ALTER TABLE analyzed_memories ADD CONSTRAINT analyzed_memories_revision_check CHECK (revision >= 0);
UPDATE analyzed_memories SET revision = 0 WHERE counted;
