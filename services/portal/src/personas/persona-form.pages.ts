import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { FieldLabels } from '../api/describe-rejection.ts';
import type { Locale, Texts } from '../texts/texts.ts';

/** Values of the form of a persona, as the API accepts them. */
export interface PersonaFields {
  name: string;
  icon: string | null;
  identity: string;
  voice: string;
  quirks: readonly string[];
  boundaries: readonly string[];
  example_phrases: readonly string[];
}

export const EMPTY_PERSONA: PersonaFields = {
  name: '',
  icon: null,
  identity: '',
  voice: '',
  quirks: [],
  boundaries: [],
  example_phrases: [],
};

interface PersonaFormPage {
  /** ID of the changed persona. Null for a new one. */
  id: string | null;
  fields: PersonaFields;
  /** Reason why the form was rejected. */
  problem: string | undefined;
  csrf: string;
  locale: Locale;
}

const LIMITS = { name: 100, icon: 16, identity: 2_000, voice: 1_000, list: 3_100 };

/** Returns the labels of the fields. */
export const personaLabels = ({ personas: texts }: Texts): FieldLabels => ({
  name: texts.form.name,
  icon: texts.form.icon,
  identity: texts.identity,
  voice: texts.voice,
  quirks: texts.quirks,
  boundaries: texts.boundaries,
  example_phrases: texts.phrases,
});

/** Shows the form that creates or changes a persona. */
export const personaFormPage = ({ id, fields, problem, csrf, locale }: PersonaFormPage): Html => {
  const { personas: texts } = locale.texts;
  const { form } = texts;
  const input = (name: 'name' | 'icon', label: string, hint: string): Html =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input
        type="text"
        id="${name}"
        name="${name}"
        maxlength="${LIMITS[name]}"
        autocomplete="off"
        ${name === 'name' && html`required`}
        value="${fields[name] ?? ''}"
        aria-describedby="${name}-hint"
      />
      <p class="hint" id="${name}-hint">${hint}</p>
    </div>`;
  const area = (
    name: string,
    value: string,
    limit: number,
    label: string,
    hint: string,
    required = false,
  ): Html =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <textarea
        id="${name}"
        name="${name}"
        rows="3"
        maxlength="${limit}"
        ${required && html`required`}
        aria-describedby="${name}-hint"
      >
${value}</textarea>
      <p class="hint" id="${name}-hint">${hint}</p>
    </div>`;
  const list = (name: 'quirks' | 'boundaries' | 'example_phrases', label: string): Html =>
    area(name, fields[name].join('\n'), LIMITS.list, label, form.listHint);
  return html`<p class="quiet links"><a href="/personas">${texts.title}</a></p>
    <h1>${id === null ? form.createTitle : form.editTitle}</h1>
    <p class="lead">${form.lead}</p>
    <form method="post" action="${id === null ? '/personas/new' : `/personas/${id}/edit`}" class="panel">
      ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
      <input type="hidden" name="csrf" value="${csrf}" />
      ${input('name', form.name, form.nameHint)} ${input('icon', form.icon, form.iconHint)}
      ${area('identity', fields.identity, LIMITS.identity, texts.identity, form.identityHint, true)}
      ${area('voice', fields.voice, LIMITS.voice, texts.voice, form.voiceHint, true)}
      ${list('quirks', texts.quirks)} ${list('boundaries', texts.boundaries)}
      ${list('example_phrases', texts.phrases)}
      <div class="actions">
        <button type="submit">${id === null ? form.create : form.save}</button>
        <a class="button second" href="/personas">${form.cancel}</a>
      </div>
    </form>`;
};
