-- Period in which the content of a memory is true: from `valid_from`, inclusive, until `valid_until`, exclusive. Null is
-- the default of the bound (`validityPeriod` in services/memory/src/memories/validity.ts), so that existing rows do not change.
ALTER TABLE memories ADD valid_from timestamptz, ADD valid_until timestamptz;

CREATE OR REPLACE FUNCTION is_valid_memory(m memories) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- Like a CHECK constraint, a condition whose result is null passes.
  RETURN char_length(m.content) BETWEEN 1 AND 10000
    AND m.memory_type IN ('fact', 'insight', 'conversation', 'correction', 'reference', 'task', 'checkpoint',
      'identity_core', 'personality_trait', 'relationship', 'strategy')
    AND m.source_type IN ('direct_input', 'document_upload', 'web_scrape', 'api_import', 'conversation', 'reflection',
      'checkpoint', 'checkpoint_recall')
    AND m.importance BETWEEN 0 AND 1
    AND m.confidence BETWEEN 0 AND 1
    AND char_length(m.user_id) BETWEEN 1 AND 200
    AND jsonb_typeof(m.metadata) = 'object'
    AND cardinality(m.tags) <= 10 AND array_position(m.tags, NULL) IS NULL
    AND (m.conversation_id IS NULL OR char_length(m.conversation_id) BETWEEN 1 AND 200)
    AND m.content_revision BETWEEN 1 AND m.revision
    AND m.version >= 1
    AND (m.version = 1) = (m.chain_id = m.id)
    AND m.lifecycle_state IN ('active', 'evolved', 'deprecated')
    AND m.is_active = (m.lifecycle_state = 'active')
    AND (m.superseded_by IS NULL OR NOT m.is_active)
    -- A version that its successor covers completely has an empty period.
    AND m.valid_from <= m.valid_until
    AND m.embedding_status IN ('pending', 'completed', 'failed')
    AND m.embedded_change BETWEEN -1 AND 1
    AND m.surprise_score BETWEEN 0 AND 1
    AND m.access_count >= 0
    AND (m.memory_type <> 'checkpoint'
      OR jsonb_typeof(m.metadata -> 'name') IS NOT DISTINCT FROM 'string'
        AND char_length(m.metadata ->> 'name') BETWEEN 1 AND 200);
END $$;
