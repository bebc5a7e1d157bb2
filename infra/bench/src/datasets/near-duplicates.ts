import type { DataSet, DataSetItem } from './data-set.ts';

/**
 * Stores each item of a data set in three versions: unchanged, {@link report reported} and {@link reword reworded}. The versions
 * of an item have its ID, so that each of them counts as the item. Each version of a conversation is a separate conversation.
 */
export function withNearDuplicates({ name, collections, mainMetric }: DataSet): DataSet {
  return {
    name: `${name}-near-duplicates`,
    collections: collections.map((collection) => ({
      ...collection,
      items: VERSIONS.flatMap((change, index) =>
        collection.items.map((item) => versionOf(item, change, index + 1)),
      ),
    })),
    mainMetric,
    hasVersions: true,
  };
}

function versionOf(item: DataSetItem, change: (text: string) => string, version: number): DataSetItem {
  const { conversation } = item;
  return {
    ...item,
    text: change(item.text),
    ...(conversation !== undefined && { conversation: `${conversation} version ${version}` }),
  };
}

const CONTRACTIONS: readonly [pattern: RegExp, replacement: string][] = [
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/\blet's\b/gi, 'let us'],
  [/n't\b/gi, ' not'],
  [/'m\b/gi, ' am'],
  [/'re\b/gi, ' are'],
  [/'ve\b/gi, ' have'],
  [/'ll\b/gi, ' will'],
  [/'d\b/gi, ' would'],
  [/\b(it|that|what|he|she|there|here|who|how)'s\b/gi, '$1 is'],
];

/** Adds "said" after the speaker, and removes the greeting and the contractions. */
function report(text: string): string {
  const [, speaker = '', said] = /^(?:(\w+): )?(.*)$/s.exec(text)!;
  const withoutGreeting = said!.replace(/^(?:hey|hi|hello)\b[^.,!?]*[.,!?]+\s*(?=\S)/i, '');
  const long = CONTRACTIONS.reduce(
    (changed, [pattern, replacement]) => changed.replace(pattern, replacement),
    withoutGreeting.replaceAll('’', "'"),
  );
  return speaker === '' ? long : `${speaker} said: ${long}`;
}

const SYNONYMS = new Map([
  ['amazing', 'fantastic'],
  ['awesome', 'terrific'],
  ['big', 'large'],
  ['buy', 'purchase'],
  ['good', 'fine'],
  ['got', 'received'],
  ['great', 'excellent'],
  ['happy', 'glad'],
  ['help', 'assist'],
  ['kids', 'children'],
  ['nice', 'pleasant'],
  ['started', 'began'],
  ['think', 'believe'],
]);
const FILLERS = /\b(?:just|really|so|totally|very) /gi;

/** Replaces 13 common words, and removes five filler words and the exclamation marks. */
const reword = (text: string): string =>
  text
    .replace(FILLERS, '')
    .replaceAll('!', '.')
    .replace(/\w+/g, (word) => {
      const synonym = SYNONYMS.get(word.toLowerCase());
      if (synonym === undefined) return word;
      return /^[A-Z]/.test(word) ? synonym[0]!.toUpperCase() + synonym.slice(1) : synonym;
    });

const VERSIONS = [(text: string) => text, report, reword];
