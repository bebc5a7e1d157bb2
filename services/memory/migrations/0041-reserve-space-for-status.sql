-- The second version of each row is up to 8 bytes longer, because `completed` is longer than `pending`. With a fillfactor of 50, it
-- did not fit on a page that was filled exactly by half: 8 of 500 updates were not HOT. Applies to new pages.
ALTER TABLE memories SET (fillfactor = 48);
