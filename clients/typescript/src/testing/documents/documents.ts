import { ascending, descending, encodeCursor, takePage, toPaginated } from '../data/page.ts';
import { limitReached } from '../data/tenant.ts';
import type { Tenant } from '../data/tenant.ts';
import { FakeError, invalidField, notFound, notImplemented } from '../fake-error.ts';
import type { Call, Result } from '../server/operation.ts';
import { splitText, toChunkResource, toDocumentFields, toDocumentResource } from './document.ts';
import type { StoredChunk, StoredDocument } from './document.ts';
import { readMultipart } from './read-multipart.ts';

const MAX_FILE_BYTES = 20_971_520;
const MAX_FILENAME_LENGTH = 255;
/** Chunks of a page of text. */
const TEXT_PAGE_CHUNKS = 50;
/** Types whose text is the file itself. The server also reads formats such as PDF, and the fake does not. */
const TEXT_TYPES: Readonly<Record<string, string>> = { txt: 'text/plain', md: 'text/markdown' };
/** @see docs/reference/documents.md#supported-file-types */
const SUPPORTED_EXTENSIONS = [
  'txt',
  'md',
  'pdf',
  'epub',
  'doc',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'rtf',
  'html',
  'htm',
  'json',
  'yaml',
  'yml',
  'py',
  'js',
  'ts',
  'go',
  'rs',
  'java',
  'c',
  'h',
  'cc',
  'cpp',
  'hpp',
  'kt',
  'swift',
  'php',
  'rb',
  'sh',
  'sql',
  'xml',
  'csv',
  'tsv',
];

/** @see docs/reference/documents.md#upload-a-document */
export function uploadDocument(call: Call): Result {
  const { tenant, clock, user, query } = call;
  for (const name of ['restored_id', 'restored_created_at'])
    if (query[name] !== undefined)
      throw notImplemented(`The parameter ${name} of the operation uploadDocument`);
  const upload = readMultipart(call.body as Uint8Array<ArrayBuffer>, call.contentType);
  const contentType = requireSupportedFile(upload);
  const existing = [...tenant.documents.values()].find(({ bytes }) => areEqual(bytes, upload.bytes));
  if (existing !== undefined) return toUploaded(existing, true, query['include_chunk_ids'] === true);
  const text = new TextDecoder().decode(upload.bytes).replace(/^\ufeff/, '');
  const chunks = splitText(text).map((chunk, index): StoredChunk => ({ ...chunk, index, id: clock.newId() }));
  if (chunks.length === 0) throw unreadable('no_text', 'The file contains no text.');
  const used = [...tenant.documents.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (used + upload.bytes.length > tenant.limits.documentBytes)
    throw limitReached('document', tenant.limits.documentBytes, 'bytes of documents', 'maxDocumentBytes');
  const document: StoredDocument = {
    ...upload,
    id: clock.newId(),
    contentType,
    chunks,
    createdAt: clock.now(),
    userId: user.id,
  };
  tenant.documents.set(document.id, document);
  tenant.lastIndexed = clock.now();
  return toUploaded(document, false, query['include_chunk_ids'] === true);
}

function toUploaded(document: StoredDocument, isDuplicate: boolean, withIds: boolean): Result {
  const resource = toDocumentResource(document);
  const { filename, chunks } = document;
  const metadata = {
    ...document.metadata,
    ...(withIds && { chunk_ids: chunks.map(({ id }) => id) }),
    message: isDuplicate
      ? `${filename} is already stored.`
      : `Stored ${filename} in ${chunks.length} chunks.`,
    processing_time: 0,
    duplicate_upload: isDuplicate,
  };
  return { status: isDuplicate ? 200 : 201, data: { ...resource, metadata } };
}

/** Returns the content type. @throws FakeError for a file that the server or the fake cannot read */
function requireSupportedFile({ filename, bytes }: { filename: string; bytes: Uint8Array }): string {
  // eslint-disable-next-line no-control-regex -- file names must not contain control characters
  if (filename.length > MAX_FILENAME_LENGTH || /[\u0000-\u001f\u007f]/.test(filename))
    throw invalidField('file', 'The file name must have at most 255 characters and no control characters.');
  if (bytes.length > MAX_FILE_BYTES) {
    const message = `The file must have at most ${MAX_FILE_BYTES} bytes.`;
    throw new FakeError('VAL_FIELD_TOO_LONG', message, {
      status: 413,
      details: { field: 'file', max_length: MAX_FILE_BYTES, actual_length: bytes.length },
      fieldErrors: { file: [message] },
    });
  }
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (!SUPPORTED_EXTENSIONS.includes(extension))
    throw unreadable('unsupported_type', 'The file type is not supported.', {
      supported_extensions: SUPPORTED_EXTENSIONS.map((known) => `.${known}`),
    });
  if (bytes.length === 0) throw unreadable('empty', 'The file is empty.');
  const contentType = TEXT_TYPES[extension];
  if (contentType === undefined) throw notImplemented(`The file type .${extension}`);
  return contentType;
}

const unreadable = (reason: string, message: string, details: object = {}): FakeError =>
  new FakeError('VAL_VALIDATION_FAILED', message, {
    details: { reason, ...details },
    fieldErrors: { file: [message] },
  });

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

function findDocument({ documents }: Tenant, id: string): StoredDocument {
  const document = documents.get(id);
  if (document === undefined) throw notFound('document', id);
  return document;
}

/** @see docs/reference/documents.md#list-documents */
export const listDocuments = ({ tenant, query }: Call): Result => ({
  data: toPaginated(
    [...tenant.documents.values()],
    query,
    {
      list: 'documents',
      toItem: toDocumentResource,
      keyOf: ({ createdAt, id }) => [createdAt, id],
      compare: descending,
    },
    false,
  ),
});

/** @see docs/reference/documents.md#get-a-document */
export function getDocument({ tenant, path, query }: Call): Result {
  const document = findDocument(tenant, path['document_id']!);
  if (query['include_chunks'] !== true) return { data: toDocumentResource(document) };
  const { items, truncated, nextCursor } = takePage(document.chunks, query, {
    list: `chunks:${document.id}`,
    toItem: (chunk) => toChunkResource(document, chunk),
    keyOf: ({ index }) => [index],
    compare: ascending,
  });
  const data = { ...toDocumentFields(document), chunks: items, truncated: truncated || nextCursor !== null };
  return { data: { ...data, next_cursor: nextCursor } };
}

/** @see docs/reference/documents.md#read-the-text-of-a-document */
export function getDocumentText({ tenant, path, query }: Call): Result {
  const document = findDocument(tenant, path['document_id']!);
  const list = `text:${document.id}`;
  const { items, nextCursor } = takePage(
    document.chunks,
    { page: 1, per_page: TEXT_PAGE_CHUNKS, cursor: query['cursor'] },
    {
      list,
      toItem: (chunk) => chunk,
      keyOf: ({ index }) => [index],
      compare: ascending,
    },
  );
  const first = items[0]?.index ?? 0;
  const previous = Math.max(0, first - TEXT_PAGE_CHUNKS);
  return {
    data: {
      ...toDocumentFields(document),
      text: items.map(({ content }) => content).join('\n'),
      first_chunk_index: items[0]?.index ?? null,
      last_chunk_index: items.at(-1)?.index ?? null,
      first_page: null,
      last_page: null,
      section: null,
      // A cursor leads to the items after its key.
      previous_cursor: first === 0 ? null : encodeCursor(list, [previous - 1], previous),
      next_cursor: nextCursor,
    },
  };
}

/** @see docs/reference/documents.md#download-a-document */
export function downloadDocument({ tenant, path, headers }: Call): Response {
  const { bytes, contentType, filename } = findDocument(tenant, path['document_id']!);
  const common = {
    'content-type': contentType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    'accept-ranges': 'bytes',
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '');
  if (range === null) {
    return new Response(bytes, { headers: { ...common, 'content-length': String(bytes.length) } });
  }
  const start = Number(range[1]);
  const end = Math.min(range[2] === '' ? Infinity : Number(range[2]), bytes.length - 1);
  if (start >= bytes.length || end < start) {
    const message = 'The range is outside of the file.';
    throw new FakeError('VAL_FIELD_INVALID', message, { status: 416, fieldErrors: { range: [message] } });
  }
  const part = bytes.slice(start, end + 1);
  const partHeaders = {
    ...common,
    'content-length': String(part.length),
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
  };
  return new Response(part, { status: 206, headers: partHeaders });
}

/** @see docs/reference/documents.md#delete-a-document */
export function deleteDocument({ tenant, clock, path }: Call): Result {
  const { id } = findDocument(tenant, path['document_id']!);
  tenant.documents.delete(id);
  tenant.lastIndexed = clock.now();
  return { data: { id, deleted: true } };
}

/** @see docs/reference/http.md#storage-quotas */
export const getDocumentUsage = ({ tenant }: Call): Result => ({
  data: {
    used_bytes: [...tenant.documents.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
    quota_bytes: null,
  },
});
