export { createGateway, gatewayRoutes } from './app.ts';
export type { GatewayPorts } from './app.ts';
export { inMemoryRateLimiter } from './rate-limit/in-memory.ts';
export { proxyToService } from './routing/proxy-to-service.ts';
export { publicRoutesOf } from './routing/public-route.ts';
export type { PublicRoute } from './routing/public-route.ts';
export type { PublicUrls } from './well-known.ts';
export { toolReference } from './mcp/tool-reference.ts';
export type { ToolReference } from './mcp/tool-reference.ts';
