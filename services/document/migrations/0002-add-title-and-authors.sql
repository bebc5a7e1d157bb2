-- Title and authors that the file states. Null and empty for documents that were uploaded before this migration, until
-- they are reprocessed.
ALTER TABLE documents
  ADD COLUMN title text CHECK (char_length(title) BETWEEN 1 AND 300),
  ADD COLUMN authors text[] NOT NULL DEFAULT '{}' CHECK (cardinality(authors) <= 20);
