export { createDocumentService } from './app.ts';
export type { DocumentServicePorts } from './app.ts';
export { DOCUMENT_MIGRATIONS } from './migrations.ts';
