const UNPROTECTED = `memory_type NOT IN ('identity_core', 'personality_trait')`;
const SEARCHABLE = `is_active AND ${UNPROTECTED}`;
const SUPERSEDED = `NOT is_active AND ${UNPROTECTED}`;

/**
 * SQL queries that find inconsistencies, by description. Each query compares the tables of one service with
 * the tables of the service that owns the data, and returns the rows that differ. `$1` is the tenant id.
 * After all events have been processed, the queries must return no rows.
 */
export const CONSISTENCY_QUERIES: Readonly<Record<string, string>> = {
  'search: (id, revision) of searchable memories': `
    SELECT id, m.revision AS owned, i.revision AS held
    FROM (SELECT id, revision FROM memory.memories WHERE tenant_id = $1 AND ${SEARCHABLE}) m
    FULL JOIN (SELECT id, revision FROM search.items WHERE tenant_id = $1 AND kind = 'memory' AND NOT deleted) i
      USING (id) WHERE m.revision IS DISTINCT FROM i.revision`,
  'search: (id, revision) of superseded versions': `
    SELECT id, m.revision AS owned, i.revision AS held
    FROM (SELECT id, revision FROM memory.memories WHERE tenant_id = $1 AND ${SUPERSEDED}) m
    FULL JOIN (SELECT id, revision FROM search.superseded_items WHERE tenant_id = $1 AND NOT deleted) i
      USING (id) WHERE m.revision IS DISTINCT FROM i.revision`,
  'search: chunks of documents': `
    SELECT id, c.id IS NOT NULL AS owned, i.id IS NOT NULL AS held
    FROM (SELECT id FROM document.chunks WHERE tenant_id = $1) c
    FULL JOIN (SELECT id FROM search.items WHERE tenant_id = $1 AND kind = 'chunk' AND NOT deleted) i
      USING (id) WHERE c.id IS NULL OR i.id IS NULL`,
  'analysis: (id, revision) of all memories': `
    SELECT id, m.revision AS owned, a.revision AS held
    FROM (SELECT id, revision, ${SEARCHABLE} AS counted FROM memory.memories WHERE tenant_id = $1) m
    FULL JOIN (SELECT id, revision, counted FROM analysis.analyzed_memories WHERE tenant_id = $1) a USING (id)
    WHERE (m.id IS NOT NULL AND m.revision IS DISTINCT FROM a.revision) OR coalesce(m.counted, false) <> a.counted`,
  'graph: known memories': `
    SELECT id, m.state AS owned, k.state AS held
    FROM (SELECT id, (version, is_active, superseded_by)::text AS state FROM memory.memories WHERE tenant_id = $1) m
    FULL JOIN (SELECT id, (version, is_active, superseded_by)::text AS state
      FROM graph.known_memories WHERE tenant_id = $1 AND NOT deleted) k USING (id)
    WHERE m.state IS DISTINCT FROM k.state`,
  'graph: active relationships of inactive versions': `
    SELECT id, from_id, to_id FROM graph.relationships r WHERE tenant_id = $1 AND is_active AND EXISTS (
      SELECT FROM memory.memories m WHERE m.tenant_id = $1 AND m.id IN (r.from_id, r.to_id) AND NOT m.is_active)`,
  'graph: inactive relationships between active memories': `
    SELECT id, from_id, to_id FROM graph.relationships r WHERE tenant_id = $1 AND NOT is_active AND NOT EXISTS (
      SELECT FROM memory.memories m WHERE m.tenant_id = $1 AND m.id IN (r.from_id, r.to_id) AND NOT m.is_active)`,
  'graph: relationships of deleted memories': `
    SELECT id, from_id, to_id FROM graph.relationships r WHERE tenant_id = $1 AND 2 <> (
      SELECT count(*) FROM memory.memories m WHERE m.tenant_id = $1 AND m.id IN (r.from_id, r.to_id))`,
  'graph: versions without a relationship to their predecessor': `
    SELECT m.id FROM memory.memories m
    JOIN memory.memories o ON o.tenant_id = $1 AND o.chain_id = m.chain_id AND o.version = m.version - 1
    WHERE m.tenant_id = $1 AND NOT EXISTS (
      SELECT FROM graph.relationships r WHERE r.tenant_id = $1 AND r.from_id = m.id AND r.to_id = o.id)`,
  'graph: contradictions without their relationship': `
    SELECT id FROM memory.contradictions c WHERE tenant_id = $1 AND NOT EXISTS (
      SELECT FROM graph.relationships r WHERE r.tenant_id = $1 AND r.id = c.relationship_id)`,
  'memory: (id, revision, state) of relationships': `
    SELECT id, r.revision AS owned, p.revision AS held
    FROM (SELECT id, revision, is_active FROM graph.relationships WHERE tenant_id = $1) r
    FULL JOIN (SELECT id, revision, is_active FROM memory.relationship_projection
      WHERE tenant_id = $1 AND NOT deleted) p USING (id)
    WHERE r.revision IS DISTINCT FROM p.revision OR r.is_active IS DISTINCT FROM p.is_active`,
  // Two memories have at most one unresolved contradiction, which applies to the relationships in both
  // directions.
  'memory: contradicts relationships of users without a contradiction': `
    SELECT id FROM graph.relationships r
    WHERE tenant_id = $1 AND relationship_type = 'contradicts' AND origin = 'user' AND NOT EXISTS (
      SELECT FROM memory.contradictions c WHERE c.tenant_id = $1
        AND least(c.source_memory_id, c.target_memory_id) = least(r.from_id, r.to_id)
        AND greatest(c.source_memory_id, c.target_memory_id) = greatest(r.from_id, r.to_id))`,
  'memory: searchable memories without a completed embedding': `
    SELECT id, embedding_status FROM memory.memories
    WHERE tenant_id = $1 AND ${SEARCHABLE} AND embedding_status <> 'completed'`,
  'document: chunks without a completed embedding': `
    SELECT id, embedding_status FROM document.chunks WHERE tenant_id = $1 AND embedding_status <> 'completed'`,
  'document: documents with missing or unembedded chunks': `
    SELECT id, chunk_count, embedded_count, (SELECT count(*) FROM document.chunks c
      WHERE c.tenant_id = $1 AND c.document_id = d.id) AS chunks
    FROM document.documents d WHERE tenant_id = $1 AND visible_until IS NULL AND (chunk_count <> embedded_count
      OR chunk_count <> (SELECT count(*) FROM document.chunks c WHERE c.tenant_id = $1 AND c.document_id = d.id))`,
  'analysis: (id, revision) of active relationships': `
    SELECT id, r.revision AS owned, a.revision AS held
    FROM (SELECT id, revision FROM graph.relationships WHERE tenant_id = $1 AND is_active) r
    FULL JOIN (SELECT id, revision FROM analysis.analyzed_relationships WHERE tenant_id = $1 AND NOT deleted) a
      USING (id) WHERE r.revision IS DISTINCT FROM a.revision`,
};
