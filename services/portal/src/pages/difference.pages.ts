import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { diffWordsWithSpace } from 'diff';
import type { Change } from 'diff';

/** Maximum number of inserted and deleted words. Bounds the time of the comparison of two unrelated long texts. */
const MAX_CHANGES = 300;

/** Returns a text as it was changed: with the words that were deleted and those that were inserted. */
export function changedText(before: string, after: string): Html {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGES });
  if (changes === undefined) return html`<del>${before}</del> <ins>${after}</ins>`;
  return html`${changes.map(mark)}`;
}

/** Two texts in which the words that only one of them contains are marked. */
export interface MarkedTexts {
  before: Html;
  after: Html;
}

/** Marks the words in which two texts differ. Marks nothing if they have little in common. */
export function markDifference(before: string, after: string): MarkedTexts {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGES });
  if (changes === undefined) return { before: html`${before}`, after: html`${after}` };
  return {
    before: html`${changes.filter(({ added }) => !added).map(mark)}`,
    after: html`${changes.filter(({ removed }) => !removed).map(mark)}`,
  };
}

function mark({ value, added, removed }: Change): Html {
  if (added) return html`<ins>${value}</ins>`;
  return removed ? html`<del>${value}</del>` : html`${value}`;
}
