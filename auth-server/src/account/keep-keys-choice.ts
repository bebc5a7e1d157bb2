import { html } from '@loci/pages';

/** Form field with which users keep their API keys when all their other access ends. */
export const keepKeysChoice = html`<label class="choice"
  ><input type="checkbox" name="keep_keys" value="yes" />
  <span
    >Keep my API keys<small
      >Otherwise, the API keys of your account are revoked. Do not keep them if another person may know your
      password or a key.</small
    ></span
  ></label
>`;

/** Returns true if the user chose to keep the API keys. */
export const keepsKeys = (fields: Record<string, unknown>): boolean => fields['keep_keys'] === 'yes';
