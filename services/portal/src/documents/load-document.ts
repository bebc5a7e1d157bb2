import type { Document, Loci } from '@loci/client';
import { documentChunkPath, documentChunkResponse } from '@loci/contracts';
import type { DocumentChunkResponse } from '@loci/contracts';
import { nullIfNotFound } from '../api/null-if-not-found.ts';
import type { PortalApi } from '../api/portal-api.ts';
import type { DocumentOutline } from './outline.pages.ts';

/** A page of the text of a document. */
export type DocumentText = Awaited<ReturnType<Loci['documents']['text']>>;

/** Loads a document. Returns null for an unknown id. */
export const loadDocument = (api: PortalApi, id: string): Promise<Document | null> =>
  nullIfNotFound(api.request<Document>({ path: `/api/v2/documents/${id}` }));

/**
 * Loads a page of the text of a document. Returns null for an unknown id.
 *
 * @param cursor position of the page; undefined for the first page
 */
export const loadDocumentText = (
  api: PortalApi,
  id: string,
  cursor: string | undefined,
): Promise<DocumentText | null> =>
  nullIfNotFound(
    api.request<DocumentText>({
      path: `/api/v2/documents/${id}/text`,
      ...(cursor === undefined ? {} : { query: { cursor } }),
    }),
  );

/**
 * Loads a page of the sections of a document. Returns null for an unknown id.
 *
 * @param cursor position of the page; undefined for the first page
 */
export const loadDocumentOutline = (
  api: PortalApi,
  id: string,
  cursor: string | undefined,
): Promise<DocumentOutline | null> =>
  nullIfNotFound(
    api.request<DocumentOutline>({
      path: `/api/v2/documents/${id}/outline`,
      ...(cursor === undefined ? {} : { query: { cursor } }),
    }),
  );

/** Loads a document chunk with its neighbors. Returns null for an unknown id. */
export async function loadDocumentChunk(api: PortalApi, id: string): Promise<DocumentChunkResponse | null> {
  const chunk = await nullIfNotFound(api.request<unknown>({ path: documentChunkPath(id) }));
  return chunk === null ? null : documentChunkResponse.parse(chunk);
}

/** Returns the path of the page of a document or a document chunk. Returns null for an unknown id. */
export async function findDocumentPath(api: PortalApi, id: string): Promise<string | null> {
  if ((await loadDocumentChunk(api, id)) !== null) return `/documents/passages/${id}`;
  return (await loadDocument(api, id)) === null ? null : `/documents/${id}`;
}
