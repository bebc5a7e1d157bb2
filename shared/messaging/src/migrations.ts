/** The schema `events` of the embedded transport. */
export const EVENTS_MIGRATIONS = new URL('../migrations/', import.meta.url);
