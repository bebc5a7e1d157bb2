import { buffer } from 'node:stream/consumers';
import { ApiError as ClientError, LociError } from '@loci/client';
import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import { createPortalClient, describeClientError } from '../api/portal-client.ts';
import { receiveFiles } from '../documents/receive-files.ts';
import { ATTACHMENT_HEADERS } from '../documents/relay-file.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import type { Flash } from '../sessions/session.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { Locale } from '../texts/texts.ts';
import { filePage, fileUrl, folderOf, folderPage, folderUrl, isPdf, movePage } from './artifact.pages.ts';
import type { Artifact, ArtifactFolder, NewFile } from './artifact.pages.ts';

const FILES_PER_PAGE = 100;
/** Errors that the forms show next to their fields. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 413, 422]);

/** Serves the files of `/artifacts`: folders, previews, downloads, and the forms that change files. */
export function artifactRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '5mb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/artifacts');
  const optionsOf = async (signedIn: SignedInRequest) => {
    const [{ permissions }, flash] = await Promise.all([
      signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      forms.takeFlash(signedIn),
    ]);
    return { locale: signedIn.locale, csrf: pages.csrf(signedIn), permissions, flash };
  };
  const loadFile = ({ api, request }: SignedInRequest): Promise<Artifact> =>
    api
      .request<Artifact>({ path: '/api/v2/artifacts', query: { path: pathOf(request) } })
      .catch((error: unknown) => {
        // No file exists at an invalid path.
        const isInvalid = error instanceof ApiError && error.status === 400;
        throw isInvalid ? new ApiError(404, 'RES_NOT_FOUND', error.message) : error;
      });

  const showFolder = async (signedIn: SignedInRequest, folder: string, newFile?: NewFile) => {
    const { cursor } = signedIn.request.query;
    const [list, options] = await Promise.all([
      signedIn.api.request<ArtifactFolder>({
        path: '/api/v2/artifacts/list',
        query: {
          prefix: folder,
          per_page: String(FILES_PER_PAGE),
          ...(typeof cursor === 'string' ? { cursor } : {}),
        },
      }),
      optionsOf(signedIn),
    ]);
    pages.show(signedIn, {
      status: newFile === undefined ? 200 : 422,
      title: signedIn.locale.texts.artifacts.title,
      current: 'artifacts',
      islands: ['artifacts'],
      body: folderPage(list, { ...options, newFile }),
    });
  };

  router.get(
    '/artifacts',
    requireSignIn(deps, (signedIn) => {
      const { folder } = signedIn.request.query;
      return showFolder(signedIn, typeof folder === 'string' ? folder : '/');
    }),
  );

  router.post(
    '/artifacts',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const path = textField(fields, 'path');
      const content = typeof fields['content'] === 'string' ? fields['content'].replaceAll('\r\n', '\n') : '';
      const problem = await problemOf(
        signedIn.api.request({ method: 'POST', path: '/api/v2/artifacts', body: { path, content } }),
        signedIn.locale,
      );
      if (problem !== null) {
        const { notSaved } = signedIn.locale.texts.artifacts;
        await showFolder(signedIn, folderOf(path), { path, content, problem: notSaved(problem) });
        return;
      }
      await forms.setFlash(signedIn, { kind: 'notice', text: signedIn.locale.texts.artifacts.saved(path) });
      sendRedirect(signedIn.response, fileUrl(path));
    }),
  );

  router.post(
    '/artifacts/upload',
    requireSignIn(deps, async (signedIn) => {
      const { request, response, api, locale } = signedIn;
      const texts = locale.texts.artifacts;
      let folder = '/';
      const outcomes = await receiveFiles(
        request,
        (token) => deps.csrfTokens.isValid(request, token),
        async (file, name, fields) => {
          folder = fields.get('folder') ?? '/';
          const path = `${folder === '/' ? '' : folder}/${name}`;
          const body = { path, ...encodeContent(await buffer(file)) };
          await api.request({ method: 'POST', path: '/api/v2/artifacts', body });
        },
      );
      if (outcomes === null) {
        sendPage(response, 403, formExpiredPage(locale, '/artifacts'));
        return;
      }
      const problems = outcomes.flatMap((outcome) => {
        if (!('error' in outcome)) return [];
        if (!(outcome.error instanceof ApiError) || outcome.error.status === 401) throw outcome.error;
        return [texts.notUploaded(outcome.name, describePathRejection(outcome.error, locale))];
      });
      const stored = outcomes.length - problems.length;
      const text = [...(stored > 0 ? [texts.uploaded(stored)] : []), ...problems].join(' ') || texts.noFile;
      const kind: Flash['kind'] = stored > 0 && problems.length === 0 ? 'notice' : 'problem';
      await forms.setFlash(signedIn, { kind, text });
      sendRedirect(response, folderUrl(folder));
    }),
  );

  router.get(
    '/artifacts/file',
    requireSignIn(deps, async (signedIn) => {
      const [artifact, options] = await Promise.all([loadFile(signedIn), optionsOf(signedIn)]);
      pages.show(signedIn, {
        title: artifact.path,
        current: 'artifacts',
        islands: isPdf(artifact) ? ['pdf'] : [],
        body: filePage(artifact, options),
      });
    }),
  );

  router.get(
    '/artifacts/download',
    requireSignIn(deps, async (signedIn) => {
      const { response } = signedIn;
      const { content, encoding, content_type: type, path } = await loadFile(signedIn);
      for (const [name, value] of Object.entries(ATTACHMENT_HEADERS)) response.setHeader(name, value);
      // Names have only letters, digits, hyphens, underscores and dots.
      response.setHeader(
        'content-disposition',
        `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`,
      );
      response.setHeader('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
      response.end(Buffer.from(content, encoding));
    }),
  );

  router.post(
    '/artifacts/document',
    parseForm,
    forms.handle(async (signedIn) => {
      const { response, api, locale } = signedIn;
      const texts = locale.texts.artifacts;
      const { content, encoding, path } = await loadFile(signedIn);
      const loci = createPortalClient(locale, {
        baseUrl: deps.urls.internalBaseUrl,
        accessToken: await api.accessToken(),
        maxRetries: 0,
      });
      const file = new Blob([Buffer.from(content, encoding)]);
      try {
        const { id } = await loci.documents.upload({ file, filename: path.slice(path.lastIndexOf('/') + 1) });
        await forms.setFlash(signedIn, { kind: 'notice', text: texts.fromArtifact(path) });
        sendRedirect(response, `/documents/${id}`);
      } catch (error) {
        if (!(error instanceof LociError)) throw error;
        if (error instanceof ClientError && error.status === 401) {
          throw new ApiError(401, 'SIGNED_OUT', error.message);
        }
        await forms.setFlash(signedIn, {
          kind: 'problem',
          text: texts.notDocument(describeClientError(error, locale)),
        });
        sendRedirect(response, fileUrl(path));
      }
    }),
  );

  router.get(
    '/artifacts/move',
    requireSignIn(deps, async (signedIn) => {
      const { path } = await loadFile(signedIn);
      const { locale } = signedIn;
      pages.show(signedIn, {
        title: locale.texts.artifacts.moveTitle(path),
        current: 'artifacts',
        body: movePage(path, { locale, csrf: pages.csrf(signedIn), to: path }),
      });
    }),
  );

  router.post(
    '/artifacts/move',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { locale, request, response, api } = signedIn;
      const texts = locale.texts.artifacts;
      const [from, to] = [pathOf(request), textField(fields, 'to')];
      const problem = await problemOf(
        api.request({ method: 'POST', path: '/api/v2/artifacts/move', body: { from, to } }),
        locale,
      );
      if (problem !== null) {
        const body = movePage(from, { locale, csrf: pages.csrf(signedIn), to, problem });
        pages.show(signedIn, { status: 422, title: texts.moveTitle(from), current: 'artifacts', body });
        return;
      }
      await forms.setFlash(signedIn, { kind: 'notice', text: texts.moved(to) });
      sendRedirect(response, fileUrl(to));
    }),
  );

  router.get(
    '/artifacts/delete',
    requireSignIn(deps, async (signedIn) => {
      const texts = signedIn.locale.texts.artifacts;
      const { path } = await loadFile(signedIn);
      const title = texts.deleteTitle(path);
      const body = confirmPage({
        title,
        text: texts.deleteText,
        action: fileUrl(path, 'delete'),
        confirm: texts.deleteButton,
        back: fileUrl(path),
        locale: signedIn.locale,
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, current: 'artifacts', body });
    }),
  );

  router.post(
    '/artifacts/delete',
    parseForm,
    forms.handle(async (signedIn) => {
      const path = pathOf(signedIn.request);
      await signedIn.api.request({ method: 'DELETE', path: '/api/v2/artifacts', query: { path } });
      await forms.setFlash(signedIn, { kind: 'notice', text: signedIn.locale.texts.artifacts.deleted(path) });
      sendRedirect(signedIn.response, folderUrl(folderOf(path)));
    }),
  );
  return router;
}

const pathOf = ({ query: { path } }: Request): string => (typeof path === 'string' ? path : '');

/** Returns the message of a request that the API rejects because of its input, or null if it succeeds. */
async function problemOf(request: Promise<unknown>, locale: Locale): Promise<string | null> {
  try {
    await request;
    return null;
  } catch (error) {
    if (error instanceof ApiError && REPORTED_STATUSES.has(error.status))
      return describePathRejection(error, locale);
    throw error;
  }
}

const describePathRejection = (error: ApiError, { texts }: Locale): string =>
  describeRejection(error, texts, { path: texts.artifacts.newPath, to: texts.artifacts.newPath });

/** Returns the fields of a request for the bytes of a file: text as text, and other files in base64. */
function encodeContent(bytes: Buffer): { content: string; encoding: 'utf-8' | 'base64' } {
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!content.includes('\0')) return { content, encoding: 'utf-8' };
  } catch {
    // The file is not text.
  }
  return { content: bytes.toString('base64'), encoding: 'base64' };
}
