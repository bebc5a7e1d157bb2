/** "Caroline: …" or "Jean-Luc Picard: …", as a turn of a conversation is often stored. */
const LABEL = /^((?:\p{Lu}[\p{L}\p{M}'’-]*)(?: \p{Lu}[\p{L}\p{M}'’-]*)?):\s/u;
/** Fewer turns do not make a speaker of a label. */
const MIN_TURNS = 3;

/**
 * The names of those who speak in stored conversations. They are said all the time, by way of address, and
 * so are no topic of the conversation.
 *
 * @returns words in lower case
 */
export function findSpeakers(memories: readonly { content: string; memoryType: string }[]): Set<string> {
  const turns = new Map<string, number>();
  for (const { content, memoryType } of memories) {
    const name = memoryType === 'conversation' ? LABEL.exec(content)?.[1] : undefined;
    if (name !== undefined) turns.set(name, (turns.get(name) ?? 0) + 1);
  }
  const speakers = new Set<string>();
  for (const [name, count] of turns) {
    if (count >= MIN_TURNS) for (const word of name.toLowerCase().split(/[ '’-]/u)) speakers.add(word);
  }
  return speakers;
}
