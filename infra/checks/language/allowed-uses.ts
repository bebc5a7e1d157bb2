import type { AllowedUse } from './find-avoided-words.ts';

const ACCOUNT = 'name of an operating system account';

/** Allowed uses of avoided words: names and sample texts. */
export const ALLOWED_USES: readonly AllowedUse[] = [
  { file: 'infra/test-engines/README.md', text: '`nobody`', reason: ACCOUNT },
  { file: 'infra/test-engines/src/processes/account.ts', text: "'nobody'", reason: ACCOUNT },
  {
    file: 'services/document/src/parsing/decode-text.ts',
    text: 'analyse',
    reason: 'function of the package chardet',
  },
  { file: 'services/search/src/similarity/word-lists.ts', text: 'none nobody', reason: 'word of texts' },
  { file: 'services/search/src/similarity/word-lists.ts', text: 'color colour', reason: 'word of texts' },
  { file: 'shared/postgres/README.md', text: '`nobody`', reason: ACCOUNT },
  { file: 'shared/postgres/src/embedded/server-account.ts', text: "'nobody'", reason: ACCOUNT },
];
