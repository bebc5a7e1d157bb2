import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { excerpt } from '../pages/excerpt.ts';
import { island } from '../pages/portal-page.ts';
import { memoryTimes } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';
import type { MemoryPositions, MemoryView, RelatedMemory } from './load-memory.ts';
import { typeLink } from './memory-item.pages.ts';

/** Renders a page of the relationships of a memory, strongest first, and the form that adds one. */
export function relationshipsSection(
  view: MemoryView,
  { positions, canWrite, locale }: { positions: MemoryPositions; canWrite: boolean; locale: Locale },
): Html {
  const { memory, related, relationshipCount, isRelationshipCountExact, nextRelationships } = view;
  const { memory: texts, vocabulary } = locale.texts;
  const number = new Intl.NumberFormat(locale.language).format(relationshipCount);
  const { relationships: cursor, relationshipType: type } = positions;
  const url = (parameters: Record<string, string>): string =>
    `/memories/${memory.id}?${new URLSearchParams({ ...(type !== null && { type }), ...parameters }).toString()}#relationships`;
  return html`<section aria-labelledby="relationships">
    <h2 id="relationships">
      ${texts.relationships.title(isRelationshipCountExact ? number : `> ${number}`)}
    </h2>
    ${
      relationshipCount === 0 && type === null
        ? html`<p class="quiet">${texts.relationships.none}</p>`
        : html`<form method="get" action="/memories/${memory.id}#relationships" class="row-form">
              <label for="relationship-type">${texts.relationships.type}</label>
              <select id="relationship-type" name="type">
                <option value="">${texts.relationships.all}</option>
                ${RELATIONSHIP_TYPES.map(
                  (each) =>
                    html`<option value="${each}" ${each === type && html`selected`}>
                      ${vocabulary.relationshipTypes[each]!.label}
                    </option>`,
                )}
              </select>
              <button type="submit" class="second small">${texts.relationships.show}</button>
              <a class="button second small" href="/graph?start=${memory.id}">${texts.graph}</a>
            </form>
            ${related.length === 0 && html`<p class="quiet">${texts.relationships.noneOfType}</p>`}
            <ul class="results related">
              ${related.map((one) => relationshipItem(memory.id, one, canWrite, locale))}
            </ul>
            <p class="actions">
              ${cursor !== null && html`<a href="${url({})}">${texts.relationships.first}</a>`}
              ${
                nextRelationships !== null &&
                html`<a href="${url({ relationships: nextRelationships })}">${texts.relationships.more}</a>`
              }
            </p>`
    }
    ${canWrite && memory.is_active && island('add-relationship', { memoryId: memory.id })}
  </section>`;
}

const relationshipItem = (
  memoryId: string,
  { id, type, direction, strength, memory: other }: RelatedMemory,
  canWrite: boolean,
  locale: Locale,
): Html => {
  const { language } = locale;
  const { memory: texts, vocabulary } = locale.texts;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(strength);
  const start = excerpt(other.content, 160);
  return html`<li>
    <p>
      <strong>${vocabulary.relationshipTypes[type]?.label ?? type}</strong>
      <span class="quiet"
        >(${texts.relationships[direction]},
        ${texts.relationships.strength(percent)}${!other.is_active && `, ${texts.relationships.inactive}`})</span
      >
    </p>
    <p><a class="content" href="/memories/${other.id}">${start}</a></p>
    <div class="meta">
      ${typeLink(other.memory_type, vocabulary.memoryTypes[other.memory_type])} ${memoryTimes(other, locale)}
      ${
        canWrite &&
        html`<a
          href="/memories/${memoryId}/relationships/${id}/remove"
          aria-label="${texts.relationships.removeLabel(excerpt(other.content, 60))}"
          >${texts.relationships.remove}</a
        >`
      }
    </div>
  </li>`;
};
