-- Failed attempts to join with the password of an existing account. Five of them end the invitation, so that its holder
-- cannot find out which email addresses have an account.
ALTER TABLE invitations ADD COLUMN failed_attempts smallint NOT NULL DEFAULT 0 CHECK (failed_attempts >= 0);
