import type { ContextData, Loci } from '@loci/client';
import { AWAKENING_SECTIONS } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { excerpt } from '../pages/excerpt.ts';
import { formatNumber } from '../pages/numbers.ts';
import { DEFAULT_PERSONA_ID } from '../personas/default-persona.ts';
import type { Configuration, PersonaList } from '../personas/persona.pages.ts';
import type { Locale } from '../texts/texts.ts';

export type Briefing = Awaited<ReturnType<Loci['personality']['awakening']>>;

/** Choices for the tokens of the memories about a topic. 1,500 is the default of the tool. */
export const TOKEN_LIMITS = [500, 1_500, 4_000, 8_000] as const;

export interface BriefingPage {
  locale: Locale;
  briefing: Briefing;
  configuration: Configuration;
  personas: PersonaList;
  /** Requested persona, or empty for the one that applies to the user. */
  personaId: string;
  topic: string;
  maxTokens: number;
  /** Memories about the topic, an error message if they are not available, or null without a topic. */
  context: ContextData | string | null;
  /** Reason why the requested persona cannot be shown. */
  problem: string | null;
  canWrite: boolean;
}

/** Shows the briefing of the tool `awaken` with its size. */
export const briefingPage = (page: BriefingPage): Html => {
  const { locale, briefing, context } = page;
  const texts = locale.texts.briefing;
  return html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${choiceForm(page)} ${sizePanel(page)}
    <div class="panel">
      <h2 id="text">${texts.text}</h2>
      <p class="quiet">${texts.textHint}</p>
      <pre tabindex="0" aria-labelledby="text" role="region" lang="en" data-copy>${briefing.briefing}</pre>
    </div>
    ${context !== null && contextPanel(context, page)}`;
};

const choiceForm = ({
  locale,
  configuration,
  personas,
  personaId,
  topic,
  maxTokens,
  problem,
}: BriefingPage) => {
  const { language, texts: all } = locale;
  const texts = all.briefing;
  const ownId = configuration.persona_id ?? DEFAULT_PERSONA_ID;
  const own = personas.personas.find(({ id }) => id === ownId);
  return html`<form method="get" action="/briefing" class="panel">
    <div class="inline-form">
      <div class="field">
        <label for="persona">${texts.persona}</label>
        <select
          id="persona"
          name="persona"
          aria-describedby="persona-hint${problem !== null && ' persona-problem'}"
          ${problem !== null && html`aria-invalid="true"`}
        >
          <option value="">${texts.ownPersona(own?.name ?? ownId)}</option>
          ${personas.personas.map(({ id, name, accessible, tier_required: tier }) =>
            accessible
              ? html`<option value="${id}" ${id === personaId && html`selected`}>${name}</option>`
              : html`<option value="${id}" disabled>${texts.locked(name, tier)}</option>`,
          )}
        </select>
      </div>
      <div class="field grow">
        <label for="topic">${texts.topic}</label>
        <input
          type="text"
          id="topic"
          name="topic"
          value="${topic}"
          maxlength="4000"
          autocomplete="off"
          aria-describedby="topic-hint"
        />
      </div>
      <div class="field">
        <label for="max-tokens">${texts.maxTokens}</label>
        <select id="max-tokens" name="max_tokens">
          ${TOKEN_LIMITS.map(
            (limit) =>
              html`<option value="${limit}" ${limit === maxTokens && html`selected`}>
                ${formatNumber(limit, language)}
              </option>`,
          )}
        </select>
      </div>
      <button type="submit">${texts.show}</button>
    </div>
    ${problem !== null && html`<p class="note bad" role="alert" id="persona-problem">${problem}</p>`}
    <p class="hint" id="persona-hint">${texts.persona}: ${texts.personaHint}</p>
    <p class="hint" id="topic-hint">${texts.topic}: ${texts.topicHint}</p>
  </form>`;
};

const sizePanel = (page: BriefingPage): Html => {
  const { locale, briefing } = page;
  const texts = locale.texts.briefing;
  const format = (value: number): string => formatNumber(value, locale.language);
  return html`<div class="panel">
    <h2 id="size">${texts.size}</h2>
    <p class="figure">
      <strong>${format(briefing.tokens)}</strong> ${texts.tokensUnit}
      <span class="quiet">${texts.characters(format([...briefing.briefing].length))}</span>
    </p>
    <table class="stack" aria-labelledby="size">
      <thead>
        <tr>
          <th scope="col">${texts.section}</th>
          <th scope="col">${texts.size}</th>
          <th scope="col">${texts.source}</th>
        </tr>
      </thead>
      <tbody>
        ${briefing.sections.map(
          ({ name, tokens }) =>
            html`<tr>
              <td><strong>${texts.sections[name] ?? name}</strong></td>
              <td data-label="${texts.size}">
                <meter min="0" max="${briefing.tokens}" value="${tokens}" aria-hidden="true"></meter>
                ${texts.tokens(format(tokens))}
              </td>
              <td data-label="${texts.source}" class="break">${sourceOf(name, page)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="hint">${texts.counting}</p>
  </div>`;
};

const INSTRUCTION_EXCERPT = 80;

function sourceOf(
  section: string,
  { locale, briefing, configuration, personas, canWrite }: BriefingPage,
): Html | string {
  const texts = locale.texts.briefing;
  if (section === 'philosophy') return texts.philosophySource;
  if (section === 'persona') {
    const { persona_id: id } = briefing;
    const name = personas.personas.find((persona) => persona.id === id)?.name ?? id;
    return html`<a href="/personas#${id}">${texts.personaSource(name)}</a>`;
  }
  const traits = configuration.custom_traits;
  if (traits.length === 0) {
    return html`${texts.noInstructions}
    ${canWrite && html`<a href="/personas#instructions">${texts.addInstruction}</a>`}`;
  }
  const count = formatNumber(traits.length, locale.language);
  return html`<details class="sources">
    <summary>${texts.instructionsSource(count, traits.length === 1)}</summary>
    <ul class="plain-list">
      ${traits.map(
        ({ id, content, is_org_default: isDefault }) =>
          html`<li>
            <a href="/memories/${id}">${excerpt(content, INSTRUCTION_EXCERPT)}</a>
            ${isDefault && html`<span class="quiet">(${texts.ofWorkspace})</span>`}
          </li>`,
      )}
    </ul>
  </details>`;
}

const contextPanel = (context: ContextData | string, { locale, maxTokens }: BriefingPage): Html => {
  const { language, texts: all } = locale;
  const texts = all.briefing;
  if (typeof context === 'string') {
    return html`<div class="panel">
      <h2>${texts.context}</h2>
      <p class="note warn" role="status">${texts.unavailable(context)}</p>
    </div>`;
  }
  const { text, tokens, omitted, unavailable, degraded } = context;
  const format = (value: number): string => formatNumber(value, language);
  const omittedCount = AWAKENING_SECTIONS.reduce((sum, section) => sum + omitted[section], 0);
  return html`<div class="panel">
    <h2 id="context">${texts.context}</h2>
    ${
      unavailable.length + degraded.length > 0 &&
      html`<p class="note warn" role="status">${texts.incomplete}</p>`
    }
    ${
      text === ''
        ? html`<p class="quiet">${texts.noContext}</p>`
        : html`<p>
              ${texts.contextTokens(format(tokens), format(maxTokens))}
              ${omittedCount > 0 && texts.omitted(format(omittedCount))}
            </p>
            ${contextSources(context, locale)}
            <p class="quiet">${texts.contextHint}</p>
            <pre tabindex="0" aria-labelledby="context" role="region" data-copy>${text}</pre>`
    }
  </div>`;
};

/** Links the memories of a context by section. */
const contextSources = (context: ContextData, { texts: all }: Locale): Html => {
  const texts = all.briefing;
  const link = ({ id, content }: { id: string; content: string }): Html =>
    html`<a href="/memories/${id}">${excerpt(content, INSTRUCTION_EXCERPT)}</a>`;
  const sections = {
    pinned: context.pinned.map(link),
    contradictions: context.contradictions.map(
      ({ source, target }) => html`${link(source)} ${texts.contradicts} ${link(target)}`,
    ),
    memories: context.memories.map(link),
  };
  return html`${AWAKENING_SECTIONS.filter((section) => sections[section].length > 0).map(
    (section) =>
      html`<h3>${texts.contextSections[section]}</h3>
        <ul class="plain-list break">
          ${sections[section].map((item) => html`<li>${item}</li>`)}
        </ul>`,
  )}`;
};
