import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Renders the name of a user. An email address can wrap after the @, because a narrow column would cut the domain otherwise. */
export function breakableName(name: string): Html {
  const at = name.lastIndexOf('@');
  return at < 0 ? html`${name}` : html`${name.slice(0, at + 1)}<wbr />${name.slice(at + 1)}`;
}
