import type { Loci } from '@loci/client';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale } from '../texts/texts.ts';
import { DEFAULT_PERSONA_ID } from './default-persona.ts';
import { instructionsSection } from './instruction.pages.ts';
import type { InstructionProblem } from './instruction.pages.ts';

export type Configuration = Awaited<ReturnType<Loci['personality']['get']>>;
export type PersonaList = Awaited<ReturnType<Loci['personality']['personas']>>;
export type Persona = PersonaList['personas'][number];

export interface PersonasPage {
  locale: Locale;
  configuration: Configuration;
  list: PersonaList;
  permissions: readonly string[];
  csrf: string;
  flash: Flash | undefined;
  /** Reason why the selection or the reset of a persona was rejected. */
  problem: string | undefined;
  /** Rejected form of an instruction. */
  instructionProblem: InstructionProblem | undefined;
}

/** Shows the personas, which of them applies to the user, and the custom instructions. */
export const personasPage = (page: PersonasPage): Html => {
  const { locale, list, permissions, flash, problem } = page;
  const texts = locale.texts.personas;
  return html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${flash && flashNote(flash)} ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    ${!permissions.includes('write') && html`<p class="note">${texts.readOnly}</p>`} ${currentPanel(page)}
    ${instructionsSection(page)}
    <h2 id="all">${texts.all}</h2>
    ${list.can_add_traits && html`<p><a class="button second" href="/personas/new">${texts.form.createLink}</a></p>`}
    <div class="tiles personas">${list.personas.map((persona) => personaCard(persona, page))}</div>`;
};

/** Returns the ID of the persona that the assistants of the user have. */
const activeId = ({ persona_id: id }: Configuration): string => id ?? DEFAULT_PERSONA_ID;

const currentPanel = ({ locale, configuration, list, permissions, csrf }: PersonasPage): Html => {
  const texts = locale.texts.personas;
  const { persona_id: id, is_org_default: isDefault, configured_at: since } = configuration;
  const active = list.personas.find((persona) => persona.id === activeId(configuration));
  const resetForm = (scope: 'own' | 'default', label: string): Html =>
    html`<form method="post" action="/personas/reset">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="scope" value="${scope}" />
      <button type="submit" class="second small">${label}</button>
    </form>`;
  return html`<div class="panel">
    <h2>${texts.current}</h2>
    <p class="persona-name">
      <span aria-hidden="true">${active?.icon}</span>
      <strong>${active?.name ?? activeId(configuration)}</strong>
    </p>
    <p>
      ${id === null ? texts.none : isDefault ? texts.orgDefault : texts.selected}
      ${since !== null && html`<span class="quiet">${texts.since} ${formatDate(since)}</span>`}
    </p>
    <div class="row-form">
      <a class="button second small" href="/briefing">${texts.preview}</a>
      ${id !== null && !isDefault && permissions.includes('write') && resetForm('own', texts.reset)}
      ${isDefault && list.can_set_org_default && resetForm('default', texts.resetDefault)}
    </div>
  </div>`;
};

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/u, 1)[0]!;

const personaCard = (
  persona: Persona,
  { locale, configuration, list, permissions, csrf }: PersonasPage,
): Html => {
  const texts = locale.texts.personas;
  const { id, name, icon, category, accessible, tier_required: tier, can_edit: canEdit } = persona;
  // Presets are in English.
  const language = persona.is_custom ? false : html`lang="en"`;
  const isActive = id === activeId(configuration);
  const isDefault = configuration.is_org_default && id === configuration.persona_id;
  const isOwn = !configuration.is_org_default && id === configuration.persona_id;
  const selectForm = (scope: 'own' | 'default', label: string, name: string): Html =>
    html`<form method="post" action="/personas/select">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="persona_id" value="${id}" />
      <input type="hidden" name="scope" value="${scope}" />
      <button type="submit" class="${scope === 'own' ? 'small' : 'second small'}" aria-label="${name}">
        ${label}
      </button>
    </form>`;
  return html`<section class="panel persona" id="${id}" aria-labelledby="name-${id}">
    <h3 id="name-${id}"><span aria-hidden="true">${icon}</span> ${name}</h3>
    <p class="meta">
      <span>${texts.categories[category] ?? category}</span>
      ${isActive && html`<span class="state good">${texts.active}</span>`}
      ${!accessible && html`<span>${texts.lockedTier(tier)}</span>`}
    </p>
    <p ${language}>${firstSentence(persona.identity)}</p>
    <details>
      <summary aria-label="${texts.detailsOf(name)}">${texts.details}</summary>
      <h4>${texts.identity}</h4>
      <p ${language}>${persona.identity}</p>
      <h4>${texts.voice}</h4>
      <p ${language}>${persona.voice}</p>
      ${detailList(texts.quirks, persona.quirks, language)}
      ${detailList(texts.boundaries, persona.boundaries, language)}
      ${detailList(texts.phrases, persona.example_phrases, language)}
    </details>
    <div class="row-form">
      ${accessible && permissions.includes('write') && !isOwn && selectForm('own', texts.use, texts.useOf(name))}
      ${
        accessible &&
        list.can_set_org_default &&
        !isDefault &&
        selectForm('default', texts.makeDefault, texts.makeDefaultOf(name))
      }
      ${
        accessible &&
        html`<a href="/briefing?persona=${id}" aria-label="${texts.previewOf(name)}">${texts.preview}</a>`
      }
      ${canEdit && html`<a href="/personas/${id}/edit" aria-label="${texts.form.editOf(name)}">${texts.edit}</a>`}
      ${
        canEdit &&
        permissions.includes('delete') &&
        html`<a href="/personas/${id}/delete" aria-label="${texts.form.removeOf(name)}">${texts.remove}</a>`
      }
    </div>
  </section>`;
};

const detailList = (title: string, items: readonly string[], language: Html | false): Html | false =>
  items.length > 0 &&
  html`<h4>${title}</h4>
    <ul ${language}>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`;
