import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';

/** Renders the form field with which users keep their API keys when all their other access ends. */
export const keepKeysChoice = ({ texts: { password } }: Locale): Html =>
  html`<label class="choice"
    ><input type="checkbox" name="keep_keys" value="yes" />
    <span>${password.keepKeys.label}<small>${password.keepKeys.hint}</small></span></label
  >`;

/** Returns true if the user chose to keep the API keys. */
export const keepsKeys = (fields: Record<string, unknown>): boolean => fields['keep_keys'] === 'yes';
