/** The gateway's schema: what its replicas count together. */
export const GATEWAY_MIGRATIONS = new URL('../migrations/', import.meta.url);
