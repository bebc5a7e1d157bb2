export { limitWaits } from './await-events.ts';
export type { AwaitEvents } from './await-events.ts';
export { joinById } from './join-by-id.ts';
export type { JoinedItem } from './join-by-id.ts';
export { listTenants } from './list-tenants.ts';
export type { ReadTenants } from './list-tenants.ts';
export type { IdPage, ReadPage, WithId } from './read-page.ts';
export { reconcile } from './reconcile.ts';
export type { Reconciliation, StaleItem } from './reconcile.ts';
