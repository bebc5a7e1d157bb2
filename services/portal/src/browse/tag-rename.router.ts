import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { RENAME_PATH, TAGS_PATH, mergePage, progressPage, renameForm } from './tag-rename.pages.ts';
import type { Rename } from './tag-rename.pages.ts';

/** Status codes of errors that the form shows. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 422]);

/** Serves `/memories/tags/rename`, which renames a tag or merges it into another one. */
export function tagRenameRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, TAGS_PATH);

  async function showForm(
    signedIn: SignedInRequest,
    rename: Rename,
    problem: ApiError | null,
  ): Promise<void> {
    const count = await countTagged(signedIn.api, rename.tag);
    const page = {
      ...rename,
      count,
      problem: problem && describeRejection(problem, signedIn.locale.texts),
      csrf: pages.csrf(signedIn),
    };
    pages.show(signedIn, {
      status: problem?.status ?? 200,
      title: signedIn.locale.texts.browse.tags.rename.title(rename.tag),
      current: 'memories',
      body: renameForm(page, signedIn.locale),
    });
  }

  async function showMerge(signedIn: SignedInRequest, rename: Rename): Promise<void> {
    const { api, locale } = signedIn;
    const [count, existing] = await Promise.all([
      countTagged(api, rename.tag),
      countTagged(api, rename.name),
    ]);
    pages.show(signedIn, {
      title: locale.texts.browse.tags.merge.title(rename.tag, rename.name),
      current: 'memories',
      body: mergePage({ ...rename, count, existing, csrf: pages.csrf(signedIn) }, locale),
    });
  }

  router.get(
    RENAME_PATH,
    requireSignIn(deps, async (signedIn) => {
      const { tag } = signedIn.request.query;
      if (typeof tag !== 'string' || tag === '') sendRedirect(signedIn.response, TAGS_PATH);
      else await showForm(signedIn, { tag, name: tag }, null);
    }),
  );

  router.post(
    RENAME_PATH,
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { locale, api } = signedIn;
      const wanted = { tag: textField(fields, 'tag'), name: textField(fields, 'name') };
      const before = Number.parseInt(textField(fields, 'changed'), 10);
      try {
        const result = await api.request<{ name: string; changed: number; remaining: number }>({
          method: 'PATCH',
          path: `/api/v2/tags/${encodeURIComponent(wanted.tag)}`,
          body: { name: wanted.name, merge: textField(fields, 'merge') === 'yes' },
        });
        const changed = result.changed + (before > 0 ? before : 0);
        if (result.remaining > 0 && result.changed > 0) {
          pages.show(signedIn, {
            title: locale.texts.browse.tags.rename.title(wanted.tag),
            current: 'memories',
            islands: ['tag-rename'],
            body: progressPage({ ...wanted, ...result, changed, csrf: pages.csrf(signedIn) }, locale),
          });
          return;
        }
        const text = locale.texts.browse.tags.rename.done(wanted.tag, result.name, changed);
        await forms.setFlash(signedIn, { kind: 'notice', text });
        sendRedirect(signedIn.response, TAGS_PATH);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'RES_ALREADY_EXISTS') await showMerge(signedIn, wanted);
        else if (REPORTED_STATUSES.has(error.status)) await showForm(signedIn, wanted, error);
        else throw error;
      }
    }),
  );
  return router;
}

/** Returns the number of memories with a tag. */
async function countTagged(api: PortalApi, tag: string): Promise<number> {
  const { pagination } = await api.request<{ pagination: { total: number } }>({
    path: `/api/v2/tags/${encodeURIComponent(tag)}/memories`,
    query: { per_page: '1' },
  });
  return pagination.total;
}
