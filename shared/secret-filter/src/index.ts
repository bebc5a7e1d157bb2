export { findSecrets } from './find-secrets.ts';
export type { SecretFinding } from './find-secrets.ts';
export { redact } from './redact.ts';
export { SECRET_KINDS } from './secret-kinds.ts';
