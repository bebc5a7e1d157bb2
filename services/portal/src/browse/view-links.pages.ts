import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Texts } from '../texts/texts.ts';

/** Ways to look at all memories. */
const VIEWS = [
  ['list', '/memories'],
  ['conversations', '/memories/conversations'],
  ['days', '/memories/days'],
  ['tags', '/memories/tags'],
  ['types', '/memories/types'],
] as const;

/** Links the pages that list the memories in different ways. */
export const viewLinks = (current: (typeof VIEWS)[number][0], { views }: Texts['browse']): Html =>
  html`<p class="views" role="navigation" aria-label="${views.label}">
    ${VIEWS.map(
      ([view, path]) =>
        html`<a href="${path}" ${view === current && html`aria-current="page"`}>${views[view]}</a>`,
    )}
  </p>`;
