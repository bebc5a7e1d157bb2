import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { InstructionProblem } from './instruction.pages.ts';
import { personasPage } from './persona.pages.ts';
import type { Configuration, PersonaList } from './persona.pages.ts';

const API_PATH = '/api/v2/personality';
const LABEL_LENGTH = 200;
/** Errors that the page shows next to the form. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** A form that the API rejected. */
interface Rejection {
  status: number;
  problem?: string;
  instructionProblem?: InstructionProblem;
}

/** Serves `/personas`, where users choose a persona and change their custom instructions. */
export function personaRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '32kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/personas');

  async function show(signedIn: SignedInRequest, rejection?: Rejection): Promise<void> {
    const { api, locale } = signedIn;
    const [configuration, list, { permissions }, flash] = await Promise.all([
      api.request<Configuration>({ path: API_PATH }),
      api.request<PersonaList>({ path: `${API_PATH}/personas` }),
      api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      forms.takeFlash(signedIn),
    ]);
    const rejected = rejection?.instructionProblem;
    const hasForm = rejected !== undefined && showsForm(rejected.id, configuration, list);
    const body = personasPage({
      locale,
      configuration,
      list,
      permissions,
      csrf: pages.csrf(signedIn),
      flash,
      problem: rejection?.problem ?? (hasForm ? undefined : rejected?.message),
      instructionProblem: hasForm ? rejected : undefined,
    });
    const { title } = locale.texts.personas;
    pages.show(signedIn, { status: rejection?.status ?? 200, title, current: 'personas', body });
  }

  /** Runs a change and returns to the page with a notice. Shows the page with the problem if the API rejects the change. */
  async function change(
    signedIn: SignedInRequest,
    run: () => Promise<string>,
    toRejection: (message: string) => Omit<Rejection, 'status'> = (problem) => ({ problem }),
  ): Promise<void> {
    try {
      await forms.setFlash(signedIn, { kind: 'notice', text: await run() });
    } catch (error) {
      if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
      const { texts } = signedIn.locale;
      const labels = { content: texts.personas.content, category: texts.personas.categoryField };
      const message = describeRejection(error, texts, labels);
      await show(signedIn, { status: error.status, ...toRejection(message) });
      return;
    }
    sendRedirect(signedIn.response, '/personas');
  }

  router.get(
    '/personas',
    requireSignIn(deps, (signedIn) => show(signedIn)),
  );

  router.post(
    '/personas/select',
    parseForm,
    forms.handle((signedIn, fields) =>
      change(signedIn, async () => {
        const texts = signedIn.locale.texts.personas;
        const isDefault = textField(fields, 'scope') === 'default';
        const { persona_name: name } = await signedIn.api.request<{ persona_name: string }>({
          method: 'POST',
          path: API_PATH,
          body: { persona_id: textField(fields, 'persona_id'), set_as_org_default: isDefault },
        });
        return isDefault ? texts.chosenAsDefault(name) : texts.chosen(name);
      }),
    ),
  );

  router.post(
    '/personas/reset',
    parseForm,
    forms.handle((signedIn, fields) =>
      change(signedIn, async () => {
        const texts = signedIn.locale.texts.personas;
        const isDefault = textField(fields, 'scope') === 'default';
        const query = { org_default: String(isDefault) };
        await signedIn.api.request({ method: 'DELETE', path: API_PATH, query });
        return isDefault ? texts.resetDefaultDone : texts.resetDone;
      }),
    ),
  );

  router.post(
    '/personas/instructions',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const content = linesField(fields, 'content');
      const category = textField(fields, 'category');
      const everyone = textField(fields, 'everyone') === 'yes';
      await change(
        signedIn,
        async () => {
          const body = { content, set_as_org_default: everyone, ...(category === '' ? {} : { category }) };
          await signedIn.api.request({ method: 'POST', path: `${API_PATH}/traits`, body });
          return signedIn.locale.texts.personas.added;
        },
        (message) => ({ instructionProblem: { id: null, message, content, category, everyone } }),
      );
    }),
  );

  router.post(
    '/personas/instructions/:id',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const id = uuidInPath(signedIn.request, 'id');
      const content = linesField(fields, 'content');
      await change(
        signedIn,
        async () => {
          await signedIn.api.request({ method: 'PUT', path: `${API_PATH}/traits/${id}`, body: { content } });
          return signedIn.locale.texts.personas.saved;
        },
        (message) => ({ instructionProblem: { id, message, content, category: '', everyone: false } }),
      );
    }),
  );

  router.get(
    '/personas/instructions/:id/delete',
    requireSignIn(deps, async (signedIn) => {
      const id = uuidInPath(signedIn.request, 'id');
      const { custom_traits: traits } = await signedIn.api.request<Configuration>({ path: API_PATH });
      const trait = traits.find((each) => each.id === id);
      if (trait === undefined) throw new ApiError(404, 'RES_NOT_FOUND', 'The instruction does not exist.');
      const texts = signedIn.locale.texts.personas;
      const body = confirmPage({
        title: texts.removeTitle,
        text: texts.removeText(excerpt(trait.content, LABEL_LENGTH)),
        action: `/personas/instructions/${id}/delete`,
        confirm: texts.removeConfirm,
        back: '/personas#instructions',
        csrf: pages.csrf(signedIn),
        locale: signedIn.locale,
      });
      pages.show(signedIn, { title: texts.removeTitle, current: 'personas', body });
    }),
  );

  router.post(
    '/personas/instructions/:id/delete',
    parseForm,
    forms.handle((signedIn) =>
      change(signedIn, async () => {
        const id = uuidInPath(signedIn.request, 'id');
        await signedIn.api.request({ method: 'DELETE', path: `${API_PATH}/traits/${id}` });
        return signedIn.locale.texts.personas.removed;
      }),
    ),
  );
  return router;
}

/** True if the page has a form for an instruction, or for a new one, next to which it can show a problem. */
function showsForm(id: string | null, { custom_traits: traits }: Configuration, list: PersonaList): boolean {
  if (id === null) return list.can_add_traits;
  const trait = traits.find((each) => each.id === id);
  if (trait === undefined) return false;
  return trait.is_org_default ? list.can_set_org_default : list.can_add_traits;
}

/** Returns a text of several lines. Browsers send line breaks as CR LF. */
const linesField = (fields: Record<string, unknown>, name: string): string =>
  textField(fields, name).replaceAll('\r\n', '\n');
