import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';

export interface Confirmation {
  title: string;
  text: string | Html;
  /** Path that the form is sent to. */
  action: string;
  /** Label of the button. */
  confirm: string;
  /** Path of the page that the user came from. */
  back: string;
  csrf: string;
  /** Reason why the last attempt was rejected. */
  problem?: string | undefined;
  /** Additional form fields. */
  fields?: Html;
  /** Language of the page. */
  locale: Locale;
}

/** Asks the user to confirm an action that cannot be undone. */
export const confirmPage = ({
  title,
  text,
  action,
  confirm,
  back,
  csrf,
  problem,
  fields,
  locale,
}: Confirmation): Html => html`
  <div class="panel">
    <h1 class="break">${title}</h1>
    ${typeof text === 'string' ? html`<p>${text}</p>` : text}
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${fields}
      <div class="actions">
        <button type="submit" class="danger">${confirm}</button>
        <a class="button second" href="${back}">${locale.texts.page.cancel}</a>
      </div>
    </form>
  </div>
`;
