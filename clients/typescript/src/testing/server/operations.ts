import type { OperationId } from '../../generated/requests.ts';
import { getContext } from '../context/context.ts';
import {
  listMemoryContradictions,
  reportContradiction,
  resolveContradiction,
} from '../contradictions/contradictions.ts';
import {
  deleteDocument,
  downloadDocument,
  getDocument,
  getDocumentText,
  getDocumentUsage,
  listDocuments,
  uploadDocument,
} from '../documents/documents.ts';
import { addMemoryTags, deleteMemory, removeMemoryTags, updateMemory } from '../memories/change-memory.ts';
import { createMemories, createMemory } from '../memories/create-memories.ts';
import { evolveMemory } from '../memories/evolve-memory.ts';
import {
  getMemory,
  getMemoryHistory,
  getMemoryUsage,
  listMemories,
  listMemoriesByTag,
  listMemoryRevisions,
  listMemoryTags,
  listTags,
} from '../memories/read-memories.ts';
import {
  addTrait,
  deleteTrait,
  getPersonality,
  listPersonas,
  selectPersona,
  updateTrait,
} from '../personality/personality.ts';
import {
  createRelationship,
  createRelationships,
  deleteRelationship,
  deleteRelationshipsBetween,
  getRelationship,
  listRelationships,
  updateRelationship,
} from '../relationships/relationships.ts';
import { getSearchStatistics, searchByVector, searchHybrid } from '../search/search.ts';
import { listMemoryStates, restoreMemoryStates } from '../states/memory-states.ts';
import type { Handler } from './operation.ts';
import { verifyToken } from './verify-token.ts';

/** The operations of the fake. The server of the fake handles those without an access token. */
export const OPERATIONS = {
  addMemoryTags,
  addTrait,
  createMemories,
  createMemory,
  createRelationship,
  createRelationships,
  deleteDocument,
  deleteMemory,
  deleteRelationship,
  deleteRelationshipsBetween,
  deleteTrait,
  downloadDocument,
  evolveMemory,
  getContext,
  getDocument,
  getDocumentText,
  getDocumentUsage,
  getMemory,
  getMemoryHistory,
  getMemoryUsage,
  getPersonality,
  getRelationship,
  getSearchStatistics,
  listDocuments,
  listMemories,
  listMemoriesByTag,
  listMemoryContradictions,
  listMemoryRevisions,
  listMemoryStates,
  listMemoryTags,
  listPersonas,
  listRelationships,
  listTags,
  removeMemoryTags,
  reportContradiction,
  resolveContradiction,
  restoreMemoryStates,
  searchByVector,
  searchHybrid,
  selectPersona,
  updateMemory,
  updateRelationship,
  updateTrait,
  uploadDocument,
  verifyToken,
} satisfies Partial<Record<OperationId, Handler>>;

export const isImplemented = (id: OperationId): id is OperationId & keyof typeof OPERATIONS =>
  Object.hasOwn(OPERATIONS, id);
