import { createKeyedMutex } from '@loci/async';
import { newId } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/service-hosting';
import { chunkRepository } from './chunks/stored-chunk.repository.ts';
import { onEmbeddingCompleted } from './consumers/on-embedding-completed.ts';
import { documentChunkRoutes } from './documents/document-chunk.routes.ts';
import { documentRepository } from './documents/document.repository.ts';
import { documentRoutes } from './documents/document.routes.ts';
import { inventoryRoutes } from './internal/inventory.routes.ts';
import { purgeSoftDeletedDocuments } from './jobs/purge-soft-deleted-documents.ts';
import { removeStaleUploadFiles } from './jobs/remove-stale-upload-files.ts';
import { createParseQueue } from './uploads/parse-queue.ts';
import type { Parse } from './uploads/parse-queue.ts';
import { createUploadFolder } from './uploads/upload-folder.ts';

export interface DocumentServicePorts {
  database: Database;
  outbox: Outbox;
  /** Stays the caller's to close. */
  objects: ObjectStore;
  /** Reads one file; called for few at a time. */
  parse: Parse;
  /** A folder on a local disk for files while they arrive and are parsed. */
  uploadDirectory: string;
  now?: () => Date;
}

/** Each may take a processor and a gigabyte of memory. */
const PARSING_AT_ONCE = 2;
/** Behind them; at half a second each the last waits for ten. */
const PARSING_WAITING = 40;

/** Uploaded files, their chunks, and how far these are embedded. */
export function createDocumentService({
  database,
  outbox,
  objects,
  parse,
  uploadDirectory,
  now = () => new Date(),
}: DocumentServicePorts): Service {
  const uploadFolder = createUploadFolder(uploadDirectory);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    documents: documentRepository,
    chunks: chunkRepository,
    objects,
    uploadFolder,
    parse: createParseQueue(parse, { concurrency: PARSING_AT_ONCE, maxQueued: PARSING_WAITING }),
    uploadMutex: createKeyedMutex(),
    outbox,
    newId,
    now,
  };
  return {
    name: 'document',
    routes: [...documentRoutes(deps), ...documentChunkRoutes(deps), ...inventoryRoutes(deps)],
    consumers: [onEmbeddingCompleted(database, chunkRepository)],
    jobs: [purgeSoftDeletedDocuments(deps), removeStaleUploadFiles(uploadFolder, now)],
    close: () => Promise.resolve(),
  };
}
