import type { AllowedUse } from './find-avoided-words.ts';

/** Sample sentences that users could store, and quotations of other specifications. */
export const ALLOWED_USES: readonly AllowedUse[] = [
  {
    file: 'services/document/src/parsing/decode-text.ts',
    text: 'analyse',
    reason: 'function of the package chardet',
  },
];
