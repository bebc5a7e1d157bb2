export { createWebhookService } from './app.ts';
export type { WebhookService, WebhookServicePorts } from './app.ts';
export { WEBHOOK_MIGRATIONS } from './migrations.ts';
