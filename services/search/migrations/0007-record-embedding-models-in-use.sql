-- Embedding model of each process of the search service. Processes with different models run during a rolling change of the
-- model.
CREATE TABLE embedding_model_users (
  process_id uuid PRIMARY KEY,
  model text NOT NULL,
  dimension int NOT NULL,
  last_seen timestamptz NOT NULL
);
