import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Flash } from '../sessions/session.ts';

/** Renders the outcome of an action. Returns null for other messages. */
export function flashNote(flash: Flash): Html | null {
  if (flash.kind === 'notice') {
    const links = (flash.links ?? []).map(({ href, label }) => html` <a href="${href}">${label}</a>`);
    return html`<p class="note good" role="status">${flash.text}${links}</p>`;
  }
  if (flash.kind === 'problem') return html`<p class="note bad" role="alert">${flash.text}</p>`;
  return null;
}
