export { createPortal } from './app.ts';
export type { Portal, PortalPorts } from './app.ts';
export { PORTAL_MIGRATIONS } from './migrations.ts';
export { loadBrowserBundle } from './browser-bundle/load-bundle.ts';
