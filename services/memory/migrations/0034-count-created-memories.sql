-- Row-level security also applies to a role that migrates without being a superuser.
SELECT set_config('loci.tenant_id', '*', true);

-- Adds the counter of the day of the creation to the counters of a memory with an expiry.
CREATE OR REPLACE FUNCTION record_memory_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE memory_expiries SET counters = '{}' WHERE tenant_id = OLD.tenant_id AND id = OLD.id;
  ELSIF NEW.expires_at IS NULL THEN
    DELETE FROM memory_expiries WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
  ELSE
    INSERT INTO memory_expiries (tenant_id, id, expires_at, counters)
    VALUES (NEW.tenant_id, NEW.id, NEW.expires_at,
      ARRAY['memories:' || NEW.memory_type || CASE WHEN NEW.is_active THEN ':active' ELSE ':inactive' END]
      || CASE WHEN NEW.memory_type NOT IN ('identity_core', 'personality_trait')
           THEN ARRAY['created:' || to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')] ELSE '{}' END
      || CASE WHEN NEW.is_active AND NEW.memory_type NOT IN ('identity_core', 'personality_trait')
           AND NEW.embedding_status = 'completed' THEN ARRAY['embedded-memories'] ELSE '{}' END
      || CASE WHEN NEW.is_active THEN ARRAY(SELECT 'tag:' || tag FROM unnest(NEW.tags) AS tag) ELSE '{}' END)
    ON CONFLICT (tenant_id, id) DO UPDATE SET expires_at = excluded.expires_at, counters = excluded.counters;
  END IF;
  RETURN NULL;
END $$;

UPDATE memory_expiries e
SET counters = counters || ('created:' || to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
FROM memories m
WHERE m.tenant_id = e.tenant_id AND m.id = e.id AND m.memory_type NOT IN ('identity_core', 'personality_trait');

-- Processes of the previous version do not change these counters. After an update, `verify-counters` corrects them.
INSERT INTO counter_changes (tenant_id, counter, change)
SELECT tenant_id, 'created:' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), count(*) FROM memories
WHERE memory_type NOT IN ('identity_core', 'personality_trait') GROUP BY 1, 2;
