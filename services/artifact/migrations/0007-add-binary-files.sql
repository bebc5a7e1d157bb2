-- True for a file that is not text. Clients receive its content in base64, and its type never depends on its name.
ALTER TABLE entries ADD COLUMN is_binary boolean NOT NULL DEFAULT false;
