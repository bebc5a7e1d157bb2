CREATE TABLE notes (note text NOT NULL);
