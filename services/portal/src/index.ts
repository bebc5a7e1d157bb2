export { createPortal } from './app.ts';
export type { Portal, PortalPorts } from './app.ts';
export { PORTAL_MIGRATIONS } from './migrations.ts';
