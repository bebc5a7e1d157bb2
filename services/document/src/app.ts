import { newId } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/service-hosting';
import { chunkRepository } from './chunks/stored-chunk.repository.ts';
import { onEmbeddingCompleted } from './consumers/on-embedding-completed.ts';
import { documentRepository } from './documents/document.repository.ts';
import { documentRoutes } from './documents/document.routes.ts';
import { inventoryRoutes } from './internal/inventory.routes.ts';
import { removeHiddenDocuments } from './jobs/remove-hidden-documents.ts';
import { removeStaleUploads } from './jobs/remove-stale-uploads.ts';
import { createOneAtATime } from './uploads/one-at-a-time.ts';
import { createParsingLine } from './uploads/parsing-line.ts';
import type { Parse } from './uploads/parsing-line.ts';
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
    parse: createParsingLine(parse, { running: PARSING_AT_ONCE, waiting: PARSING_WAITING }),
    oneAtATime: createOneAtATime(),
    outbox,
    newId,
    now,
  };
  return {
    name: 'document',
    routes: [...documentRoutes(deps), ...inventoryRoutes(deps)],
    consumers: [onEmbeddingCompleted(database, chunkRepository)],
    jobs: [removeHiddenDocuments(deps), removeStaleUploads(uploadFolder, now)],
    close: () => Promise.resolve(),
  };
}
