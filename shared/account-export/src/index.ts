export { exportAccount } from './export-account.ts';
export type {
  ArtifactRecord,
  ContradictionRecord,
  CustomPersonaRecord,
  DocumentRecord,
  ExportRecord,
  HeaderRecord,
  MemoryRecord,
  MemoryState,
  PersonaRecord,
  RelationshipRecord,
  RetentionRecord,
  StateRecord,
} from './export-record.ts';
export { ALL_VERSIONS, PAGE_SIZE } from './list-options.ts';
export { toPersonaFields } from './persona-fields.ts';
