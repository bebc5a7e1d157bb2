/** Matches the speaker of a conversation turn, as in "Caroline: …" or "Jean-Luc Picard: …". */
const SPEAKER = /^((?:\p{Lu}[\p{L}\p{M}'’-]*)(?: \p{Lu}[\p{L}\p{M}'’-]*)?):\s/u;
/** Minimum number of turns of a speaker. With fewer turns, the word before the colon may not be a name. */
const MIN_TURNS = 3;

/**
 * Finds the names of the speakers of stored conversations. Speakers address each other by name, so their names are
 * frequent but not topics.
 *
 * @returns the words of the speaker names, in lowercase
 */
export function findSpeakers(memories: readonly { content: string; memoryType: string }[]): Set<string> {
  const turns = new Map<string, number>();
  for (const { content, memoryType } of memories) {
    const name = memoryType === 'conversation' ? SPEAKER.exec(content)?.[1] : undefined;
    if (name !== undefined) turns.set(name, (turns.get(name) ?? 0) + 1);
  }
  const speakers = new Set<string>();
  for (const [name, count] of turns) {
    if (count >= MIN_TURNS) for (const word of name.toLowerCase().split(/[ '’-]/u)) speakers.add(word);
  }
  return speakers;
}
