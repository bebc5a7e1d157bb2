-- Browser and operating system in which a portal session was started. Null for other grants, unknown browsers and ended sessions.
ALTER TABLE grants
  ADD COLUMN browser text CHECK (length(browser) <= 40),
  ADD COLUMN operating_system text CHECK (length(operating_system) <= 40);
-- The job that removes the browsers of expired sessions reads only these rows.
CREATE INDEX grants_with_browser ON grants (created_at) WHERE browser IS NOT NULL OR operating_system IS NOT NULL;
