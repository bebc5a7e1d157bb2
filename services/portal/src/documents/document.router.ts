import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import { DOCUMENTS_PER_PAGE, documentListPage } from './document-list.pages.ts';
import type { DocumentList } from './document-list.pages.ts';
import { documentPage, isPdf, passagePage } from './document.pages.ts';
import { loadDocument, loadDocumentChunk, loadDocumentOutline, loadDocumentText } from './load-document.ts';
import { downloadHeaders, relayFile } from './relay-file.ts';
import { searchDocument } from './search-document.ts';

/** Longer than a download of the largest file takes over a slow connection. */
const DOWNLOAD_TIMEOUT_MS = 600_000;
const MAX_QUERY_LENGTH = 500;

/** Serves the pages of documents and of their passages, downloads, and the deletion. */
export function documentRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/documents');
  const permissionsOf = async ({ api }: SignedInRequest): Promise<string[]> =>
    (await api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' })).permissions;

  router.get(
    '/documents',
    requireSignIn(deps, async (signedIn) => {
      const { api, request, locale } = signedIn;
      const cursor = textQuery(request, 'cursor');
      const [list, permissions, flash] = await Promise.all([
        api.request<DocumentList>({
          path: '/api/v2/documents',
          query: { per_page: String(DOCUMENTS_PER_PAGE), ...(cursor === undefined ? {} : { cursor }) },
        }),
        permissionsOf(signedIn),
        forms.takeFlash(signedIn),
      ]);
      pages.show(signedIn, {
        title: locale.texts.documents.title,
        current: 'documents',
        islands: ['documents'],
        body: documentListPage(list, {
          locale,
          csrf: pages.csrf(signedIn),
          canWrite: permissions.includes('write'),
          cursor: cursor ?? null,
          flash,
        }),
      });
    }),
  );

  router.get(
    '/documents/passages/:id',
    requireSignIn(deps, async (signedIn) => {
      const chunk = await loadDocumentChunk(signedIn.api, idOf(signedIn.request));
      if (chunk === null) throw notFound();
      pages.show(signedIn, {
        title: chunk.document.title ?? chunk.document.filename,
        current: 'documents',
        body: passagePage(chunk, queryOf(signedIn.request), signedIn.locale),
      });
    }),
  );

  router.get(
    '/documents/:id',
    requireSignIn(deps, async (signedIn) => {
      const { api, request, locale } = signedIn;
      const id = idOf(request);
      const query = queryOf(request);
      const outlineCursor = textQuery(request, 'outline');
      const [document, text, outline, found, permissions, flash] = await Promise.all([
        loadDocument(api, id),
        loadDocumentText(api, id, textQuery(request, 'cursor')),
        loadDocumentOutline(api, id, outlineCursor),
        query === '' ? undefined : searchDocument(api, id, query),
        permissionsOf(signedIn),
        forms.takeFlash(signedIn),
      ]);
      if (document === null || text === null || outline === null) throw notFound();
      pages.show(signedIn, {
        title: document.title ?? document.filename,
        current: 'documents',
        islands: ['document-status', ...(isPdf(document) ? ['pdf'] : [])],
        body: documentPage(document, text, {
          locale,
          query,
          found,
          permissions,
          flash,
          outline,
          outlineCursor,
        }),
      });
    }),
  );

  router.get(
    '/documents/:id/download',
    requireSignIn(deps, async ({ api, request, response }) => {
      const file = await api.fetch({
        path: `/api/v2/documents/${idOf(request)}/download`,
        headers: downloadHeaders(request),
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
      });
      await relayFile(request, response, file);
    }),
  );

  router.get(
    '/documents/:id/delete',
    requireSignIn(deps, async (signedIn) => {
      const texts = signedIn.locale.texts.documents;
      const document = await loadDocument(signedIn.api, idOf(signedIn.request));
      if (document === null) throw notFound();
      const title = texts.deleteTitle(document.filename);
      const body = confirmPage({
        title,
        text: texts.deleteText,
        action: `/documents/${document.id}/delete`,
        confirm: texts.deleteButton,
        back: `/documents/${document.id}`,
        locale: signedIn.locale,
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, current: 'documents', body });
    }),
  );

  router.post(
    '/documents/:id/delete',
    parseForm,
    forms.handle(async (signedIn) => {
      const texts = signedIn.locale.texts.documents;
      const id = idOf(signedIn.request);
      const document = await loadDocument(signedIn.api, id);
      if (document !== null) {
        await signedIn.api.request({ method: 'DELETE', path: `/api/v2/documents/${id}` });
        await forms.setFlash(signedIn, { kind: 'notice', text: texts.deleted(document.filename) });
      }
      sendRedirect(signedIn.response, '/documents');
    }),
  );
  return router;
}

function textQuery(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const queryOf = (request: Request): string =>
  (textQuery(request, 'q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);

/** Returns the ID in the path of a request. @throws ApiError with status 404 if it is malformed */
export function idOf(request: Request): string {
  const { id } = request.params;
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw notFound();
}

const notFound = (): ApiError =>
  new ApiError(404, 'RES_NOT_FOUND', 'No document or document passage has this id.');
