import { clientNetwork, createInMemoryRateLimiter } from '@loci/http';
import { html, sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens, Html, PagePolicy } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { scriptOf } from '../browser-bundle/bundle-router.ts';
import type { BrowserBundle } from '../browser-bundle/load-bundle.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { pageNumber } from '../pages/list-pages.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import { formatNumber } from '../pages/numbers.ts';
import type { OperatorSession } from '../sessions/session.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';
import type { Locale } from '../texts/texts.ts';
import type { AdminPorts, AdminResult, CommandResult } from './admin-ports.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { operatorPage, operatorSignInPage, operatorUnavailablePage } from './operator.pages.ts';

export interface OperatorDeps {
  adminPorts: AdminPorts;
  operatorSessions: OperatorSessions;
  csrfTokens: CsrfTokens;
  languages: Pick<LanguageChoice, 'localeFor'>;
  bundle: BrowserBundle;
  log: Pick<Logger, 'warn' | 'info'>;
  now(): Date;
}

/** Attempts to enter the admin token per client network and minute. */
const MAX_ATTEMPTS_PER_MINUTE = 5;
const POLICY: PagePolicy = { formAction: ["'self'"], scripts: true };

const COMMANDS = {
  'replay-dead-letters': {
    everywhere: true,
    waitMs: 30_000,
    texts: ({ texts: { operator } }: Locale) => ({
      title: operator.lag.replayTitle,
      text: operator.lag.replayText,
      button: operator.lag.replay,
    }),
    notice: ({ texts: { operator } }: Locale, results: Record<string, unknown>[]): string => {
      const counts = results.flatMap(({ replayed }) => Object.values(replayed as Record<string, number>));
      return operator.lag.replayed(counts.reduce((sum, count) => sum + count, 0));
    },
  },
  'rebuild-indexes': {
    everywhere: false,
    // A longer rebuild continues, and the page shows its progress.
    waitMs: 2_000,
    texts: ({ texts: { operator } }: Locale) => ({
      title: operator.indexes.rebuildTitle,
      text: operator.indexes.rebuildText,
      button: operator.indexes.rebuild,
    }),
    notice: ({ language, texts: { operator } }: Locale, [result]: Record<string, unknown>[]): string =>
      operator.indexes.rebuilt(formatNumber(Number(result?.['items'] ?? 0), language)),
  },
};

type CommandName = keyof typeof COMMANDS;

/**
 * Serves `/operator`, where operators see the state of the platform and run commands. Requires the admin token, and no user.
 *
 * @see docs/security-model.md#threat-43-misuse-of-the-operator-view
 */
export function operatorRouter(deps: OperatorDeps): Router {
  const { adminPorts, operatorSessions, csrfTokens, languages, bundle, log, now } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 });
  const limiter = createInMemoryRateLimiter(MAX_ATTEMPTS_PER_MINUTE, () => now().getTime());

  const send = (
    response: Response,
    locale: Locale,
    page: { status?: number; title: string; body: Html; layout: 'card' | 'sheet' },
  ): void => {
    const { language, texts } = locale;
    const { status = 200, ...rest } = page;
    const scripts = ['page', 'operator'].map((entry) => scriptOf(bundle, entry));
    sendPage(response, status, { ...rest, language, texts: texts.layout, scripts }, POLICY);
  };

  const showSignIn = (request: Request, response: Response, problem?: string, status = 200): void => {
    const locale = languages.localeFor(request);
    const csrf = csrfTokens.issue(request, response);
    const { title } = locale.texts.operator.signIn;
    const body = operatorSignInPage(locale, { csrf, problem });
    send(response, locale, { status, title, body, layout: 'card' });
  };

  /** Wraps the handler of a page. Sends the sign-in if there is no operator session. */
  const forOperator =
    (handle: (request: Request, response: Response, session: OperatorSession) => Promise<void>) =>
    async (request: Request, response: Response): Promise<void> => {
      const locale = languages.localeFor(request);
      if (!adminPorts.isConfigured()) {
        const { title } = locale.texts.operator.disabled;
        send(response, locale, { status: 404, title, body: operatorUnavailablePage(locale), layout: 'card' });
        return;
      }
      if (request.method === 'POST' && !hasValidForm(request)) {
        sendPage(response, 403, formExpiredPage(locale, '/operator'));
        return;
      }
      const session = await operatorSessions.find(request);
      if (session === null) showSignIn(request, response, undefined, request.method === 'GET' ? 200 : 401);
      else await handle(request, response, session);
    };

  const hasValidForm = (request: Request): boolean =>
    csrfTokens.isValid(request, (request.body as Record<string, unknown> | undefined)?.['csrf']);

  async function show(
    request: Request,
    response: Response,
    session: OperatorSession,
    outcome: { notice?: string; problem?: string } = {},
  ): Promise<void> {
    const locale = languages.localeFor(request);
    const [processes, result] = await Promise.all([
      adminPorts.readProcesses(),
      adminPorts.listTenants(session.adminToken, pageNumber(request.query['page'])),
    ]);
    if (result.kind === 'wrong-token') {
      await operatorSessions.end(request, response);
      showSignIn(request, response, locale.texts.operator.signIn.expired, 401);
      return;
    }
    const tenants =
      result.kind === 'tenants'
        ? result.page
        : { items: [], pagination: { page: 1, has_next: false, has_prev: false, total: 0 } };
    const body = operatorPage({
      locale,
      processes,
      tenants,
      csrf: csrfTokens.issue(request, response),
      expiresAt: new Date(session.expiresAtMs),
      notice: outcome.notice,
      problem: outcome.problem ?? problemOf(locale, result),
    });
    send(response, locale, { title: locale.texts.operator.title, body, layout: 'sheet' });
  }

  router.get(
    '/operator',
    forOperator((request, response, session) => show(request, response, session)),
  );

  router.post('/operator/sign-in', parseForm, async (request, response) => {
    const locale = languages.localeFor(request);
    const { signIn } = locale.texts.operator;
    if (!adminPorts.isConfigured() || !hasValidForm(request)) {
      sendPage(response, 403, formExpiredPage(locale, '/operator'));
      return;
    }
    const network = clientNetwork(request.ip ?? '');
    const allowance = await limiter.consume(`operator:${network}`);
    if (!allowance.allowed) {
      response.setHeader('retry-after', allowance.retryAfter);
      showSignIn(request, response, signIn.throttled(allowance.retryAfter), 429);
      return;
    }
    const { token } = request.body as Record<string, unknown>;
    const result = await adminPorts.listTenants(typeof token === 'string' ? token.trim() : '', 1);
    if (result.kind !== 'tenants') {
      if (result.kind === 'wrong-token') log.warn({ client_network: network }, 'Wrong admin token');
      const status = result.kind === 'wrong-token' ? 401 : result.kind === 'throttled' ? 429 : 503;
      showSignIn(request, response, problemOf(locale, result), status);
      return;
    }
    log.info({ client_network: network }, 'Operator signed in');
    await operatorSessions.start(response, (token as string).trim());
    sendRedirect(response, '/operator');
  });

  router.post(
    '/operator/sign-out',
    parseForm,
    forOperator(async (request, response) => {
      await operatorSessions.end(request, response);
      const locale = languages.localeFor(request);
      const { signedOut } = locale.texts.operator;
      const body = html`<div class="panel">
        <h1>${signedOut}</h1>
      </div>`;
      send(response, locale, { title: signedOut, body, layout: 'card' });
    }),
  );

  for (const [name, command] of Object.entries(COMMANDS) as [CommandName, (typeof COMMANDS)[CommandName]][]) {
    router.get(
      `/operator/${name}`,
      forOperator((request, response) => {
        const locale = languages.localeFor(request);
        const { title, text, button } = command.texts(locale);
        const body = confirmPage({
          title,
          text,
          action: `/operator/${name}`,
          confirm: button,
          back: '/operator',
          locale,
          csrf: csrfTokens.issue(request, response),
        });
        send(response, locale, { title, body, layout: 'card' });
        return Promise.resolve();
      }),
    );
    router.post(
      `/operator/${name}`,
      parseForm,
      forOperator(async (request, response, session) => {
        const locale = languages.localeFor(request);
        const { everywhere, waitMs } = command;
        const result = await adminPorts.run(session.adminToken, name, { everywhere, waitMs });
        log.info({ command: name, outcome: result.kind }, 'Operator command');
        if (result.kind === 'running' && name === 'rebuild-indexes') {
          sendRedirect(response, '/operator#rebuild');
          return;
        }
        const outcome =
          result.kind === 'done'
            ? { notice: command.notice(locale, result.results) }
            : commandOutcome(locale, result);
        await show(request, response, session, outcome);
      }),
    );
  }
  return router;
}

/** Returns the message for a failed request to the admin API, or undefined for a successful one. */
function problemOf({ texts }: Locale, result: AdminResult): string | undefined {
  const { signIn } = texts.operator;
  switch (result.kind) {
    case 'tenants':
      return undefined;
    case 'wrong-token':
      return signIn.wrong;
    case 'throttled':
      return signIn.throttled(result.retryAfterSeconds);
    case 'no-admin-api':
      return signIn.noAdminApi;
    case 'unreachable':
      return signIn.unreachable;
  }
}

function commandOutcome(
  { texts: { operator } }: Locale,
  result: Exclude<CommandResult, { kind: 'done' }>,
): { notice: string } | { problem: string } {
  switch (result.kind) {
    case 'running':
      return { notice: operator.commandRunning };
    case 'missing':
      return { problem: operator.commandMissing };
    case 'wrong-token':
      return { problem: operator.signIn.wrong };
    case 'failed':
      return { problem: operator.commandFailed(result.reason) };
  }
}
