import type { ContextData } from '@loci/client';
import { AWAKENING_SECTIONS } from '@loci/contracts';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import type { Configuration, PersonaList } from '../personas/persona.pages.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { TOKEN_LIMITS, briefingPage } from './briefing.pages.ts';
import type { Briefing } from './briefing.pages.ts';

const DEFAULT_MAX_TOKENS = 1_500;
const MAX_TOPIC_LENGTH = 4_000;
/** Errors of a persona that does not exist, or that the tier of the workspace does not include. */
const PERSONA_STATUSES: ReadonlySet<number> = new Set([403, 404, 422]);

/** Serves `/briefing`, which shows what an assistant receives from the tool `awaken`. */
export function briefingRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const router = express.Router();
  router.get(
    '/briefing',
    requireSignIn(deps, async (signedIn) => {
      const { api, locale, request } = signedIn;
      const { persona, topic: rawTopic, max_tokens: rawLimit } = request.query;
      const personaId = typeof persona === 'string' ? persona : '';
      const topic = typeof rawTopic === 'string' ? rawTopic.trim().slice(0, MAX_TOPIC_LENGTH) : '';
      const maxTokens = TOKEN_LIMITS.find((limit) => String(limit) === rawLimit) ?? DEFAULT_MAX_TOKENS;
      const [{ briefing, problem }, configuration, personas, { permissions }, context] = await Promise.all([
        loadBriefing(api, personaId),
        api.request<Configuration>({ path: '/api/v2/personality' }),
        api.request<PersonaList>({ path: '/api/v2/personality/personas' }),
        api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
        topic === '' ? null : loadContext(api, topic, maxTokens),
      ]);
      deps.pages.show(signedIn, {
        status: problem?.status ?? 200,
        title: locale.texts.briefing.title,
        current: 'briefing',
        body: briefingPage({
          locale,
          briefing,
          configuration,
          personas,
          personaId,
          topic,
          maxTokens,
          context,
          problem: problem?.message ?? null,
          canWrite: permissions.includes('write'),
        }),
      });
    }),
  );
  return router;
}

/** Loads the briefing of a persona. If it cannot be shown, loads the briefing of the user and returns the problem. */
async function loadBriefing(
  api: PortalApi,
  personaId: string,
): Promise<{ briefing: Briefing; problem: ApiError | null }> {
  const path = '/api/v2/personality/awakening';
  if (personaId === '') return { briefing: await api.request({ path }), problem: null };
  try {
    return { briefing: await api.request({ path, query: { persona_id: personaId } }), problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || !PERSONA_STATUSES.has(error.status)) throw error;
    return { briefing: await api.request({ path }), problem: error };
  }
}

/** Loads the memories that the tool returns for a topic. Returns the error message if they are not available. */
async function loadContext(api: PortalApi, query: string, maxTokens: number): Promise<ContextData | string> {
  try {
    return await api.request<ContextData>({
      method: 'POST',
      path: '/api/v2/context',
      body: { query, max_tokens: maxTokens, sections: AWAKENING_SECTIONS },
    });
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'SIGNED_OUT') return error.message;
    throw error;
  }
}
