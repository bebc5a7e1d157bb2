export { openDatabase } from './database.ts';
export type { Database, DatabaseOptions, InTransaction, Transaction } from './database.ts';
export { isForeignKeyViolation, isTemporary, isUniqueViolation, translateError } from './errors.ts';
export { ensureDatabase, grantOutboxes, migrateServices, roleOf } from './service-schema.ts';
export type { AdminConnection, ServiceSchema } from './service-schema.ts';
