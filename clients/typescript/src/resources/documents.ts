import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import { toDownload } from '../transport/download.ts';
import type { Download } from '../transport/download.ts';
import type { FileContent } from '../transport/multipart.ts';
import type { ProgressCallback } from '../transport/streams.ts';
import type { Transport } from '../transport/transport.ts';
import { uploadBody } from '../transport/upload-body.ts';
import type { Data, Document, DocumentChunk, Query, UploadedDocument } from '../types.ts';

const DOCUMENTS = '/api/v2/documents';
const DOCUMENT = '/api/v2/documents/{document_id}';
const TEXT = '/api/v2/documents/{document_id}/text';
const OUTLINE = '/api/v2/documents/{document_id}/outline';
const DOWNLOAD = '/api/v2/documents/{document_id}/download';
const REPROCESS = '/api/v2/documents/{document_id}/reprocess';

/** The server responds after it has parsed the file. */
const UPLOAD_TIMEOUT_MS = 300_000;

export interface NewDocument {
  file: FileContent;
  /** Name with an extension, which determines the format. */
  filename: string;
  metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface UploadOptions extends CallOptions {
  /** Receives the number of bytes of the file that were sent. Not called in browsers. */
  onProgress?: ProgressCallback | undefined;
}

export interface DownloadOptions extends CallOptions {
  /** Bytes to download. `end` is inclusive; without it, the range ends with the file. */
  range?: { start: number; end?: number | undefined } | undefined;
  /** Receives the number of bytes that were received. */
  onProgress?: ProgressCallback | undefined;
}

/** @see docs/reference/documents.md */
export class Documents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a file. A file that is already stored is not stored again. */
  upload(
    { file, filename, metadata }: NewDocument,
    query: Query<'post', '/api/v2/documents/upload'> = {},
    options: UploadOptions = {},
  ): Promise<UploadedDocument> {
    const raw = uploadBody(file, filename, metadata, options.onProgress);
    const timeoutMs = options.timeoutMs ?? UPLOAD_TIMEOUT_MS;
    const input = { query, raw };
    return this.#transport.call('post', '/api/v2/documents/upload', input, { ...options, timeoutMs });
  }

  /** Creates a document from a resumable upload whose bytes have all been sent. */
  completeUpload(
    uploadId: string,
    options: CallOptions = {},
  ): Promise<Data<'post', '/api/v2/documents/uploads/{upload_id}/complete'>> {
    const timeoutMs = options.timeoutMs ?? UPLOAD_TIMEOUT_MS;
    const input = { path: { upload_id: uploadId } };
    return this.#transport.call('post', '/api/v2/documents/uploads/{upload_id}/complete', input, {
      ...options,
      timeoutMs,
    });
  }

  /** Downloads the original file as a stream. */
  download(documentId: string, options: DownloadOptions = {}): Promise<Download> {
    const { range, onProgress } = options;
    const headers: Record<string, string> = {};
    if (range !== undefined) headers['range'] = `bytes=${range.start}-${range.end ?? ''}`;
    const input = { path: { document_id: documentId }, headers };
    return this.#transport.send('get', DOWNLOAD, input, options, async (response, deadline) =>
      toDownload(response, deadline, onProgress),
    );
  }

  get(
    documentId: string,
    query: Query<'get', typeof DOCUMENT> = {},
    options?: CallOptions,
  ): Promise<Document> {
    return this.#transport.call('get', DOCUMENT, { path: { document_id: documentId }, query }, options);
  }

  /** Yields all chunks of a document in the order of its text. */
  iterateChunks(
    documentId: string,
    query: Pick<Query<'get', typeof DOCUMENT>, 'per_page'> = {},
    options?: CallOptions,
  ): AsyncGenerator<DocumentChunk, void, undefined> {
    return paginate(async (cursor) => {
      const page = { ...query, include_chunks: true, cursor };
      const { chunks = [], next_cursor: nextCursor = null } = await this.get(documentId, page, options);
      return { items: chunks, nextCursor };
    });
  }

  /** Returns one page of documents. */
  list(
    query: Query<'get', typeof DOCUMENTS> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof DOCUMENTS>> {
    return this.#transport.call('get', DOCUMENTS, { query }, options);
  }

  /** Yields all documents. */
  iterate(
    query: Query<'get', typeof DOCUMENTS> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', typeof DOCUMENTS>['items'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const { items, pagination } = await this.list({ ...query, cursor }, options);
      return { items, nextCursor: pagination.next_cursor };
    });
  }

  /** Returns a part of the extracted text. */
  text(
    documentId: string,
    query: Query<'get', typeof TEXT> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof TEXT>> {
    return this.#transport.call('get', TEXT, { path: { document_id: documentId }, query }, options);
  }

  /** Returns a page of the sections of a document, with the cursor of their text. */
  outline(
    documentId: string,
    query: Query<'get', typeof OUTLINE> = {},
    options?: CallOptions,
  ): Promise<Data<'get', typeof OUTLINE>> {
    return this.#transport.call('get', OUTLINE, { path: { document_id: documentId }, query }, options);
  }

  /** Yields the extracted text in parts. */
  iterateText(documentId: string, options?: CallOptions): AsyncGenerator<string, void, undefined> {
    return paginate(async (cursor) => {
      const { text, next_cursor: nextCursor } = await this.text(documentId, { cursor }, options);
      return { items: [text], nextCursor };
    });
  }

  delete(documentId: string, options?: CallOptions): Promise<Data<'delete', typeof DOCUMENT>> {
    return this.#transport.call('delete', DOCUMENT, { path: { document_id: documentId } }, options);
  }

  /** Parses the stored file again. */
  reprocess(documentId: string, options?: CallOptions): Promise<Data<'post', typeof REPROCESS>> {
    return this.#transport.call('post', REPROCESS, { path: { document_id: documentId } }, options);
  }

  /** Returns the stored bytes of documents and their quota. */
  usage(options?: CallOptions): Promise<Data<'get', '/api/v2/usage/documents'>> {
    return this.#transport.call('get', '/api/v2/usage/documents', {}, options);
  }
}
