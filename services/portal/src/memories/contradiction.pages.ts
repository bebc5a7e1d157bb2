import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { markDifference } from '../pages/difference.pages.ts';
import { memoryTimes } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';
import type { Memory, OpenContradiction } from './load-memory.ts';

/** Renders the other memory of an unresolved contradiction, with the decisions that a user can take. */
export const contradictionPanel = (
  memory: Memory,
  { id, isSource, other }: OpenContradiction,
  { canResolve, csrf, locale }: { canResolve: boolean; csrf: string; locale: Locale },
): Html => {
  const { contradictions: texts } = locale.texts.memory;
  const [keepThis, keepOther] = isSource
    ? ['choose_memory_1', 'choose_memory_2']
    : ['choose_memory_2', 'choose_memory_1'];
  return html`<div class="panel">
    <p>
      <a class="content memory" href="/memories/${other.id}"
        >${markDifference(memory.content, other.content).after}</a
      >
    </p>
    <div class="meta">${memoryTimes(other, locale)}</div>
    ${
      canResolve &&
      html`<form method="post" action="/memories/${memory.id}/contradictions/${id}" class="actions">
        <input type="hidden" name="csrf" value="${csrf}" />
        <button type="submit" name="resolution" value="${keepThis}">${texts.keepThis}</button>
        <button type="submit" name="resolution" value="${keepOther}" class="second">
          ${texts.keepOther}
        </button>
        <button type="submit" name="resolution" value="keep_both" class="second">${texts.keepBoth}</button>
      </form>`
    }
  </div>`;
};
