import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import { EMPTY_PERSONA, personaFormPage, personaLabels } from './persona-form.pages.ts';
import type { PersonaFields } from './persona-form.pages.ts';
import type { Persona, PersonaList } from './persona.pages.ts';

const API_PATH = '/api/v2/personality/personas';
/** Errors that the page shows above the form. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Serves the forms with which users create, change and delete personas. */
export function customPersonaRouter(
  deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens },
): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/personas');

  const showForm = (
    signedIn: SignedInRequest,
    id: string | null,
    fields: PersonaFields,
    { status = 200, problem }: { status?: number; problem?: string } = {},
  ): void => {
    const { form } = signedIn.locale.texts.personas;
    const { locale } = signedIn;
    const body = personaFormPage({ id, fields, problem, csrf: pages.csrf(signedIn), locale });
    pages.show(signedIn, {
      status,
      title: id === null ? form.createTitle : form.editTitle,
      current: 'personas',
      body,
    });
  };

  /** Sends the form to the API, and shows it with the problem if the API rejects it. */
  async function save(signedIn: SignedInRequest, form: FormFields, id: string | null): Promise<void> {
    const fields = readFields(form);
    const { form: texts } = signedIn.locale.texts.personas;
    let saved: { id: string; name: string };
    try {
      saved = await signedIn.api.request(
        id === null
          ? { method: 'POST', path: API_PATH, body: fields }
          : { method: 'PUT', path: `${API_PATH}/${id}`, body: fields },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
      const problem = describeRejection(error, signedIn.locale.texts, personaLabels(signedIn.locale.texts));
      showForm(signedIn, id, fields, { status: error.status, problem });
      return;
    }
    const text = id === null ? texts.created(saved.name) : texts.saved(saved.name);
    await forms.setFlash(signedIn, { kind: 'notice', text });
    sendRedirect(signedIn.response, `/personas#${saved.id}`);
  }

  router.get(
    '/personas/new',
    requireSignIn(deps, (signedIn) => {
      showForm(signedIn, null, EMPTY_PERSONA);
      return Promise.resolve();
    }),
  );

  router.post(
    '/personas/new',
    parseForm,
    forms.handle((signedIn, fields) => save(signedIn, fields, null)),
  );

  router.get(
    '/personas/:id/edit',
    requireSignIn(deps, async (signedIn) => {
      const persona = await loadEditable(signedIn);
      showForm(signedIn, persona.id, persona);
    }),
  );

  router.post(
    '/personas/:id/edit',
    parseForm,
    forms.handle((signedIn, fields) => save(signedIn, fields, uuidInPath(signedIn.request, 'id'))),
  );

  router.get(
    '/personas/:id/delete',
    requireSignIn(deps, async (signedIn) => {
      const { id, name } = await loadEditable(signedIn);
      const { form } = signedIn.locale.texts.personas;
      const body = confirmPage({
        title: form.removeTitle(name),
        text: form.removeText,
        action: `/personas/${id}/delete`,
        confirm: form.removeConfirm,
        back: `/personas#${id}`,
        csrf: pages.csrf(signedIn),
        locale: signedIn.locale,
      });
      pages.show(signedIn, { title: form.removeTitle(name), current: 'personas', body });
    }),
  );

  router.post(
    '/personas/:id/delete',
    parseForm,
    forms.handle(async (signedIn) => {
      const { form } = signedIn.locale.texts.personas;
      const path = `${API_PATH}/${uuidInPath(signedIn.request, 'id')}`;
      try {
        await signedIn.api.request({ method: 'DELETE', path });
        await forms.setFlash(signedIn, { kind: 'notice', text: form.removed });
      } catch (error) {
        if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
        const text = describeRejection(error, signedIn.locale.texts);
        await forms.setFlash(signedIn, { kind: 'problem', text });
      }
      sendRedirect(signedIn.response, '/personas');
    }),
  );
  return router;
}

/** Loads the persona of the path. @throws ApiError with 404 if it does not exist or the user cannot change it */
async function loadEditable(signedIn: SignedInRequest): Promise<Persona> {
  const id = uuidInPath(signedIn.request, 'id');
  const { personas } = await signedIn.api.request<PersonaList>({ path: API_PATH });
  const persona = personas.find((each) => each.id === id && each.can_edit);
  if (persona === undefined) throw new ApiError(404, 'RES_NOT_FOUND', 'The persona does not exist.');
  return persona;
}

const readFields = (fields: FormFields): PersonaFields => {
  const icon = textField(fields, 'icon').trim();
  return {
    name: textField(fields, 'name').trim(),
    icon: icon === '' ? null : icon,
    identity: linesOf(fields, 'identity').join('\n'),
    voice: linesOf(fields, 'voice').join('\n'),
    quirks: linesOf(fields, 'quirks'),
    boundaries: linesOf(fields, 'boundaries'),
    example_phrases: linesOf(fields, 'example_phrases'),
  };
};

/** Returns the lines of a text field that are not blank. */
const linesOf = (fields: FormFields, name: string): string[] =>
  textField(fields, name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
