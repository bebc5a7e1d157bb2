-- Hash of the content and the user of a memory. Finds the memory of a user with a known content. Null for a memory whose
-- content was stored before this migration. A column, because row-level security keeps conditions with functions from using
-- an index. @see docs/decisions/0035-return-the-existing-memory-of-a-stored-fact.md
ALTER TABLE memories ADD content_hash bigint;

-- Differences in whitespace do not change the hash.
CREATE FUNCTION hash_memory_content(content text, user_id text) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(trim(regexp_replace(content, '\s+', ' ', 'g')), hashtext(user_id)::bigint);

-- A trigger, because statements that store a content must not forget the hash, also those of the previous release.
CREATE FUNCTION set_memory_content_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.content_hash := hash_memory_content(NEW.content, NEW.user_id);
  RETURN NEW;
END $$;
CREATE TRIGGER hash_content_of_new BEFORE INSERT ON memories FOR EACH ROW EXECUTE FUNCTION set_memory_content_hash();
CREATE TRIGGER hash_content_of_changed BEFORE UPDATE ON memories FOR EACH ROW
  WHEN (NEW.content IS DISTINCT FROM OLD.content) EXECUTE FUNCTION set_memory_content_hash();

CREATE INDEX memories_by_content ON memories (tenant_id, content_hash) WHERE is_active AND content_hash IS NOT NULL;
