/** Migrations of the gateway's schema, which contains the shared rate limit counters. */
export const GATEWAY_MIGRATIONS = new URL('../migrations/', import.meta.url);
