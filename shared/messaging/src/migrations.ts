/** Migrations of the schema `events`, which the embedded event transport uses. */
export const EVENTS_MIGRATIONS = new URL('../migrations/', import.meta.url);
