import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { confirmPage } from '../pages/confirm.pages.ts';
import type { Locale } from '../texts/texts.ts';

export const TAGS_PATH = '/memories/tags';
export const RENAME_PATH = '/memories/tags/rename';

/** A tag, and the name that it gets. */
export interface Rename {
  tag: string;
  name: string;
}

/** Returns the URL of the form that renames a tag. */
export const renameUrl = (tag: string): string => `${RENAME_PATH}?${new URLSearchParams({ tag }).toString()}`;

/** Renders the form with the new name of a tag. @param page.count number of memories with the tag */
export const renameForm = (
  { tag, name, count, problem, csrf }: Rename & { count: number; problem: string | null; csrf: string },
  { texts }: Locale,
): Html => {
  const { rename } = texts.browse.tags;
  return html`<div class="panel">
    <h1 class="break">${rename.title(tag)}</h1>
    <p>${rename.text(count)}</p>
    <form method="post" action="${RENAME_PATH}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="tag" value="${tag}" />
      <div class="field">
        <label for="name">${rename.name}</label>
        <input
          type="text"
          id="name"
          name="name"
          value="${name}"
          maxlength="200"
          autocomplete="off"
          required
          ${problem !== null && html`aria-invalid="true" aria-describedby="name-problem"`}
        />
        ${problem !== null && html`<p class="problem" id="name-problem" role="alert">${problem}</p>`}
      </div>
      <div class="actions">
        <button type="submit">${rename.button}</button>
        <a class="button second" href="${TAGS_PATH}">${texts.page.cancel}</a>
      </div>
    </form>
  </div>`;
};

/** Asks whether a tag becomes one with an existing tag. */
export const mergePage = (
  { tag, name, count, existing, csrf }: Rename & { count: number; existing: number; csrf: string },
  locale: Locale,
): Html => {
  const { merge } = locale.texts.browse.tags;
  return confirmPage({
    title: merge.title(tag, name),
    text: merge.text(tag, count, name, existing),
    action: RENAME_PATH,
    confirm: merge.button,
    back: renameUrl(tag),
    csrf,
    fields: hiddenFields({ tag, name }, 0),
    locale,
  });
};

/** Shows the progress of a rename that needs more requests. A script sends the form. */
export const progressPage = (
  { tag, name, changed, remaining, csrf }: Rename & { changed: number; remaining: number; csrf: string },
  { texts }: Locale,
): Html => {
  const { rename } = texts.browse.tags;
  return html`<div class="panel">
    <h1 class="break">${rename.title(tag)}</h1>
    <p id="rename-progress">${rename.progress(changed, changed + remaining)}</p>
    <progress max="${changed + remaining}" value="${changed}" aria-labelledby="rename-progress"></progress>
    <form method="post" action="${RENAME_PATH}" data-continue>
      <input type="hidden" name="csrf" value="${csrf}" />
      ${hiddenFields({ tag, name }, changed)}
      <div class="actions"><button type="submit">${rename.continue}</button></div>
    </form>
  </div>`;
};

const hiddenFields = ({ tag, name }: Rename, changed: number): Html =>
  html`<input type="hidden" name="tag" value="${tag}" /><input
      type="hidden"
      name="name"
      value="${name}"
    /><input type="hidden" name="changed" value="${changed}" /><input
      type="hidden"
      name="merge"
      value="yes"
    />`;
