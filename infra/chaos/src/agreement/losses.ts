import type { Expected, Presence } from '../load/expected.ts';
import type { Truth } from './truth.ts';

/** What is not as it was acknowledged, or only half there; empty when nothing was lost. */
export function lossesOf(expected: Expected, truth: Truth): string[] {
  return [
    ...memoryLosses(expected, truth),
    ...relationshipLosses(expected, truth),
    ...[...expected.documents].flatMap(([id, { presence }]) =>
      presenceLoss(`document ${id}`, presence, truth.documentIds.has(id)),
    ),
  ];
}

function memoryLosses({ memories, unansweredContents }: Expected, truth: Truth): string[] {
  const losses: string[] = [];
  for (const [id, { presence, contents, active, leastRevision }] of memories) {
    const memory = truth.memories.get(id);
    losses.push(...presenceLoss(`memory ${id}`, presence, memory !== undefined));
    if (!memory) continue;
    if (!contents.includes(memory.content)) {
      losses.push(`memory ${id} is "${memory.content}" instead of "${contents.join('" or "')}"`);
    }
    if (active !== 'either' && memory.isActive !== active) {
      losses.push(`memory ${id} is ${memory.isActive ? '' : 'not '}active`);
    }
    if (memory.revision < leastRevision) {
      losses.push(`memory ${id} has revision ${memory.revision} after ${leastRevision} acknowledged writes`);
    }
  }
  for (const { id, content } of truth.memories.values()) {
    if (!memories.has(id) && !unansweredContents.has(content)) {
      losses.push(`memory ${id} was never written: "${content}"`);
    }
  }
  for (const [id, { active }] of memories) {
    if (active !== 'either') continue;
    // An evolution without an answer: the old version has stepped back exactly when the new one is there.
    const memory = truth.memories.get(id);
    const next = truth.successors.get(id);
    if (memory && memory.isActive === (next !== undefined)) {
      losses.push(
        `memory ${id} is ${memory.isActive ? '' : 'not '}active, its next version is ${next ?? 'missing'}`,
      );
    }
  }
  return losses;
}

function relationshipLosses({ memories, relationships }: Expected, truth: Truth): string[] {
  return [...relationships].flatMap(([id, { presence, fromId, toId }]) => {
    const ends = [fromId, toId];
    // It goes with either of its ends.
    if (ends.some((end) => !truth.memories.has(end) && memories.get(end)?.presence !== 'there')) {
      return truth.relationshipIds.has(id)
        ? [`relationship ${id} is there without ${ends.join(' or ')}`]
        : [];
    }
    return presenceLoss(`relationship ${id}`, presence, truth.relationshipIds.has(id));
  });
}

function presenceLoss(what: string, presence: Presence, isThere: boolean): string[] {
  if (presence === 'either' || (presence === 'there') === isThere) return [];
  return [isThere ? `${what} was deleted and is there` : `${what} is lost`];
}
