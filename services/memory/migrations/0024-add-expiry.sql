-- Time from which no operation returns a memory, or null.
ALTER TABLE memories ADD expires_at timestamptz;
ALTER TABLE memory_revisions ADD expires_at timestamptz;

-- A statement reads only an index if the index has all filtered columns, and the policy below filters by `expires_at`.
DROP INDEX memories_by_type, memories_by_user_and_type, memories_by_importance_and_id, memories_with_period;
CREATE INDEX memories_by_type ON memories (tenant_id, memory_type, created_at, id) INCLUDE (is_active, expires_at);
CREATE INDEX memories_by_user_and_type ON memories (tenant_id, user_id, memory_type, created_at, id)
  INCLUDE (importance, is_active, expires_at);
CREATE INDEX memories_by_importance_and_id ON memories (tenant_id, importance, id)
  INCLUDE (memory_type, is_active, expires_at);
CREATE INDEX memories_with_period ON memories (tenant_id, memory_type)
  INCLUDE (valid_from, valid_until, is_active, expires_at)
  WHERE is_active AND (valid_from IS NOT NULL OR valid_until IS NOT NULL);

-- Memories with an expiry. A row remains after the deletion of its memory until the expiry, because the revisions of the
-- memory must also be erased then.
CREATE TABLE memory_expiries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Names of the counters that count the memory. Readers subtract an expired memory until it is erased.
  counters text[] NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('memory_expiries');
CREATE INDEX memory_expiries_of_tenant ON memory_expiries (tenant_id, expires_at, id);
CREATE INDEX memory_expiries_in_order ON memory_expiries (expires_at);

-- A trigger, because statements that change a memory must not forget the row, also those of the previous release. The
-- triggers do not run for memories without an expiry.
CREATE FUNCTION record_memory_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE memory_expiries SET counters = '{}' WHERE tenant_id = OLD.tenant_id AND id = OLD.id;
  ELSIF NEW.expires_at IS NULL THEN
    DELETE FROM memory_expiries WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
  ELSE
    INSERT INTO memory_expiries (tenant_id, id, expires_at, counters)
    VALUES (NEW.tenant_id, NEW.id, NEW.expires_at,
      ARRAY['memories:' || NEW.memory_type || CASE WHEN NEW.is_active THEN ':active' ELSE ':inactive' END]
      || CASE WHEN NEW.is_active AND NEW.memory_type NOT IN ('identity_core', 'personality_trait')
           AND NEW.embedding_status = 'completed' THEN ARRAY['embedded-memories'] ELSE '{}' END
      || CASE WHEN NEW.is_active THEN ARRAY(SELECT 'tag:' || tag FROM unnest(NEW.tags) AS tag) ELSE '{}' END)
    ON CONFLICT (tenant_id, id) DO UPDATE SET expires_at = excluded.expires_at, counters = excluded.counters;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_expiry_of_new AFTER INSERT ON memories FOR EACH ROW
  WHEN (NEW.expires_at IS NOT NULL) EXECUTE FUNCTION record_memory_expiry();
CREATE TRIGGER record_expiry_of_changed AFTER UPDATE ON memories FOR EACH ROW
  WHEN (NEW.expires_at IS NOT NULL OR OLD.expires_at IS NOT NULL) EXECUTE FUNCTION record_memory_expiry();
CREATE TRIGGER record_expiry_of_deleted AFTER DELETE ON memories FOR EACH ROW
  WHEN (OLD.expires_at IS NOT NULL) EXECUTE FUNCTION record_memory_expiry();

-- Policies that hide expired memories from the transactions of a tenant. Transactions of all tenants see them: jobs,
-- erasures and consumers of events. @see docs/decisions/0025-hide-expired-memories-with-policies.md
CREATE POLICY expiry ON memories AS RESTRICTIVE FOR SELECT USING (
  expires_at IS NULL OR expires_at > now() OR (SELECT current_setting('loci.tenant_id', true) = '*'));
CREATE POLICY expiry ON memory_revisions AS RESTRICTIVE FOR SELECT USING (
  (SELECT current_setting('loci.tenant_id', true) = '*')
  OR id NOT IN (SELECT e.id FROM memory_expiries e WHERE e.expires_at <= now()));
CREATE POLICY expiry ON contradictions AS RESTRICTIVE FOR SELECT USING (
  (SELECT current_setting('loci.tenant_id', true) = '*')
  OR source_memory_id NOT IN (SELECT e.id FROM memory_expiries e WHERE e.expires_at <= now())
    AND target_memory_id NOT IN (SELECT e.id FROM memory_expiries e WHERE e.expires_at <= now()));
CREATE POLICY expiry ON relationship_projection AS RESTRICTIVE FOR SELECT USING (
  (SELECT current_setting('loci.tenant_id', true) = '*')
  OR from_id NOT IN (SELECT e.id FROM memory_expiries e WHERE e.expires_at <= now())
    AND to_id NOT IN (SELECT e.id FROM memory_expiries e WHERE e.expires_at <= now()));
CREATE POLICY expiry ON memory_tags AS RESTRICTIVE FOR SELECT USING (
  (SELECT current_setting('loci.tenant_id', true) = '*')
  OR memory_id NOT IN (SELECT e.id FROM memory_expiries e WHERE e.expires_at <= now()));
