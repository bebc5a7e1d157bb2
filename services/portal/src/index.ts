export { PORTAL_MIGRATIONS, createPortal } from './app.ts';
export type { Portal, PortalPorts } from './app.ts';
