import type { ExpectedState, Presence } from '../load/expected-state.ts';
import type { StoredState } from './stored-state.ts';

/**
 * Compares the stored state with the expected one.
 *
 * @returns one message per lost, partial or unexpected record; empty if nothing was lost
 */
export function findLosses(expected: ExpectedState, stored: StoredState): string[] {
  return [
    ...memoryLosses(expected, stored),
    ...relationshipLosses(expected, stored),
    ...[...expected.documents].flatMap(([id, { presence }]) =>
      presenceLoss(`document ${id}`, presence, stored.documentIds.has(id)),
    ),
  ];
}

function memoryLosses({ memories, uncertainContents }: ExpectedState, stored: StoredState): string[] {
  const losses: string[] = [];
  for (const [id, { presence, contents, active, minRevision }] of memories) {
    const memory = stored.memories.get(id);
    losses.push(...presenceLoss(`memory ${id}`, presence, memory !== undefined));
    if (!memory) continue;
    if (!contents.includes(memory.content)) {
      losses.push(`memory ${id} contains "${memory.content}" instead of "${contents.join('" or "')}"`);
    }
    if (active !== 'either' && memory.isActive !== active) {
      losses.push(`memory ${id} is ${memory.isActive ? '' : 'not '}active`);
    }
    if (memory.revision < minRevision) {
      losses.push(`memory ${id} has revision ${memory.revision} after ${minRevision} acknowledged writes`);
    }
  }
  for (const { id, content } of stored.memories.values()) {
    if (!memories.has(id) && !uncertainContents.has(content)) {
      losses.push(`memory ${id} was never written: "${content}"`);
    }
  }
  for (const [id, { active }] of memories) {
    if (active !== 'either') continue;
    // The response of the evolution was lost. The old version must be inactive if and only if the new one exists.
    const memory = stored.memories.get(id);
    const next = stored.successors.get(id);
    if (memory && memory.isActive === (next !== undefined)) {
      losses.push(
        `memory ${id} is ${memory.isActive ? '' : 'not '}active and its next version is ${next ?? 'missing'}`,
      );
    }
  }
  return losses;
}

function relationshipLosses({ memories, relationships }: ExpectedState, stored: StoredState): string[] {
  return [...relationships].flatMap(([id, { presence, fromId, toId }]) => {
    const ends = [fromId, toId];
    // Deleting a memory deletes its relationships.
    if (ends.some((end) => !stored.memories.has(end) && memories.get(end)?.presence !== 'there')) {
      return stored.relationshipIds.has(id) ? [`relationship ${id} exists without ${ends.join(' or ')}`] : [];
    }
    return presenceLoss(`relationship ${id}`, presence, stored.relationshipIds.has(id));
  });
}

function presenceLoss(what: string, presence: Presence, isThere: boolean): string[] {
  if (presence === 'either' || (presence === 'there') === isThere) return [];
  return [isThere ? `${what} was deleted but exists` : `${what} is lost`];
}
