/** A word or phrase that has a plainer standard equivalent. */
export interface AvoidedWord {
  pattern: RegExp;
  write: string;
}

/** Words that the writing standard in CONTRIBUTING.md replaces. */
export const AVOIDED_WORDS: readonly AvoidedWord[] = [
  { pattern: /\banew\b/i, write: 'again, recreated or rebuilt' },
  { pattern: /\bwhoever\b/i, write: 'the caller or the client' },
  { pattern: /\b(nobody|somebody)\b/i, write: 'no consumer, no caller, or the name of the actor' },
  { pattern: /\bmend(s|ed|ing)?\b/i, write: 'fix or repair' },
  { pattern: /\bbroken off\b/i, write: 'interrupted or aborted' },
  { pattern: /\b(takes?|took|taken|taking) along\b/i, write: 'moves or copies' },
  { pattern: /\b(goes|go|going|went) on where\b/i, write: 'resumes' },
  { pattern: /\bof (its|their|our) own\b/i, write: 'its own, separately or automatically' },
  { pattern: /\bby (itself|themselves)\b/i, write: 'on its own, separately or automatically' },
  { pattern: /\bonce more\b/i, write: 'again' },
  { pattern: /\b(is|are|was|were) told\b/i, write: 'is notified or receives' },
  { pattern: /\bsays so\b/i, write: 'reports it' },
  { pattern: /\bforgiv(e|es|en|ing)\b/i, write: 'tolerates or ignores' },
  { pattern: /\bmistake of ours\b/i, write: 'a bug' },
  { pattern: /\bwork memory\b/i, write: 'memory' },
  { pattern: /\bfor ever\b/i, write: 'forever' },
];

/** British spellings. This list also covers the file types that the spelling check does not read. */
export const BRITISH_SPELLINGS: readonly AvoidedWord[] = [
  { pattern: /\bneighbours?\b/i, write: 'neighbor' },
  {
    pattern: /\b(normalis|organis|recognis|summaris|serialis|optimis(?!ti)|initialis|authoris)\w+/i,
    write: '-ize',
  },
  { pattern: /\banalys(e|ed|es|ing)\b/, write: 'analyze' },
  { pattern: /\blicence\b/i, write: 'license' },
  { pattern: /\bbehaviours?\b/i, write: 'behavior' },
  { pattern: /\bcolou?rs?\b(?<!color|colors)/i, write: 'color' },
];
