import { chooseRequestId, compressResponses, isFromSameOrigin, strictTransportSecurity } from '@loci/http';
import type { RateLimiter } from '@loci/http';
import { canonicalHost, createCsrfTokens, languageRouter, sendAsset } from '@loci/pages';
import type { Database } from '@loci/postgres';
import { revealAll } from '@loci/runtime';
import type { Logger, Secrets } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import express from 'express';
import type { Router } from 'express';
import { apiProxyRouter } from './api/api-proxy.router.ts';
import { artifactRouter } from './artifacts/artifact.router.ts';
import { auditRouter } from './audit/audit.router.ts';
import { bundleRouter } from './browser-bundle/bundle-router.ts';
import type { BrowserBundle } from './browser-bundle/load-bundle.ts';
import { briefingRouter } from './briefing/briefing.router.ts';
import { browseRouter } from './browse/browse.router.ts';
import { conversationRouter } from './browse/conversation.router.ts';
import { tagRenameRouter } from './browse/tag-rename.router.ts';
import { documentRouter } from './documents/document.router.ts';
import { reprocessRouter } from './documents/reprocess.router.ts';
import { uploadRouter } from './documents/upload.router.ts';
import { graphRouter } from './graph/graph.router.ts';
import { connectRouter } from './connect/connect.router.ts';
import { connectionRouter } from './connections/connection.router.ts';
import { contextRouter } from './contexts/context.router.ts';
import { inboxRouter } from './inbox/inbox.router.ts';
import { createOpenCounts } from './inbox/open-counts.ts';
import { keyRouter } from './keys/key.router.ts';
import { contradictionRouter } from './memories/contradiction.router.ts';
import { memoryRouter } from './memories/memory.router.ts';
import { removeRouter } from './memories/remove.router.ts';
import { createAdminPorts } from './operator/admin-ports.ts';
import { createOperatorSessions } from './operator/operator-sessions.ts';
import { operatorRouter } from './operator/operator.router.ts';
import { portalPages } from './pages/portal-page.ts';
import { errorPageHandler, notFoundHandler } from './pages/error-page-handler.ts';
import { pdfAssetsRouter } from './pdf/pdf-assets.ts';
import { peopleRouter } from './people/people.router.ts';
import { customPersonaRouter } from './personas/custom-persona.router.ts';
import { personaRouter } from './personas/persona.router.ts';
import { webhookRouter } from './webhooks/webhook.router.ts';
import { erasureRouter } from './workspace/erasure.router.ts';
import { workspaceRouter } from './workspace/workspace.router.ts';
import type { PortalUrls } from './portal-urls.ts';
import { searchRouter } from './search/search.router.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createLanguageChoice } from './texts/language-choice.ts';
import { createOAuthClient } from './sign-in/oauth-client.ts';
import { createSessionCookie } from './sign-in/session-cookie.ts';
import { signInRouter } from './sign-in/sign-in.router.ts';

export interface PortalPorts {
  /** Database connection with the role `loci_portal`, which can only access the sessions. */
  database: Pick<Database, 'inSystemTransaction'>;
  urls: PortalUrls;
  /** COOKIE_KEYS. Encrypts stored sessions and signs CSRF tokens. */
  secrets: Secrets;
  /** Counts started sign-ins by client network. Null turns the limit off. */
  limiter: RateLimiter | null;
  /** JavaScript files of the pages. */
  bundle: BrowserBundle;
  /** Returns the URLs of the admin ports for the operator view, without a trailing slash. Empty turns the view off. */
  adminUrls?(): readonly string[];
  log: Logger;
  now?(): Date;
}

export interface Portal {
  /** Router of all pages, for the portal's own port. */
  router: Router;
  jobs: readonly Job[];
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

/** Creates the portal. It does not listen on a port and does not read environment variables. */
export function createPortal(ports: PortalPorts): Portal {
  const { database, urls, secrets, limiter, bundle, log } = ports;
  const now = ports.now ?? (() => new Date());
  const sessions = createSessionStore({ database, secrets, now });
  const sessionCookie = createSessionCookie(sessions, urls.portalUrl);
  const oauth = createOAuthClient(urls, now);
  const csrfTokens = createCsrfTokens({
    secrets: revealAll(secrets),
    origin: new URL(urls.portalUrl).origin,
    cookieName: 'loci_portal_form',
  });
  const languages = createLanguageChoice(urls.portalUrl);
  const openCounts = createOpenCounts();
  const pages = portalPages({ csrfTokens, authUrl: urls.authUrl, bundle, openCounts });
  const deps = {
    baseUrl: urls.baseUrl,
    authUrl: urls.authUrl,
    sessions,
    sessionCookie,
    limiter,
    oauth,
    csrfTokens,
    languages,
    openCounts,
    pages,
    urls,
    bundle,
    adminPorts: createAdminPorts(ports.adminUrls ?? (() => [])),
    operatorSessions: createOperatorSessions({ sessions, portalUrl: urls.portalUrl, now }),
    log,
    now,
  };

  const router = express.Router();
  router.use(strictTransportSecurity(urls.portalUrl));
  router.use((request, response, next) => {
    response.setHeader('x-request-id', chooseRequestId(request.headers['x-request-id']));
    next();
  });
  router.use(canonicalHost(urls.portalUrl));
  router.use(compressResponses({ isSafe: isFromSameOrigin }));
  router.use((request, response, next) => {
    if (!sendAsset(request, response)) next();
  });
  router.use(bundleRouter(bundle));
  router.use(pdfAssetsRouter());
  router.use(apiProxyRouter(deps));
  router.use(languageRouter(deps));
  router.use(signInRouter(deps));
  router.use(searchRouter(deps));
  router.use(browseRouter(deps));
  router.use(conversationRouter(deps));
  router.use(tagRenameRouter(deps));
  router.use(graphRouter(deps));
  router.use(memoryRouter(deps));
  router.use(removeRouter(deps));
  router.use(contradictionRouter(deps));
  router.use(documentRouter(deps));
  router.use(uploadRouter(deps));
  router.use(artifactRouter(deps));
  router.use(reprocessRouter(deps));
  router.use(inboxRouter(deps));
  router.use(connectRouter(deps));
  router.use(connectionRouter(deps));
  router.use(briefingRouter(deps));
  router.use(personaRouter(deps));
  router.use(customPersonaRouter(deps));
  router.use(contextRouter(deps));
  router.use(peopleRouter(deps));
  router.use(keyRouter(deps));
  router.use(webhookRouter(deps));
  router.use(auditRouter(deps));
  router.use(workspaceRouter(deps));
  router.use(erasureRouter(deps));
  router.use(operatorRouter(deps));
  router.use(notFoundHandler(deps));
  router.use(errorPageHandler(deps));

  return {
    router,
    jobs: [
      { name: 'remove-expired-sessions', intervalMs: 15 * MINUTE_MS, run: () => sessions.removeExpired() },
    ],
    close: () => Promise.resolve(),
  };
}
