import type { Revisions, StoredState } from '../consistency/stored-state.ts';
import type { ExpectedState } from '../load/expected-state.ts';
import type { WebhookMessage } from './webhook-receiver.ts';

/**
 * Compares the webhook messages of a tenant with its writes. Each change increases the revision of its object, so the
 * messages must contain every revision, and the creation and the deletion of every acknowledged record.
 *
 * @param messages in the order of their arrival, with repeated messages
 * @returns one problem per lost message, and per message that arrived out of order; empty if all were delivered in order
 */
export function findMessageProblems(
  messages: readonly WebhookMessage[],
  expected: ExpectedState,
  stored: StoredState,
): string[] {
  const revisions = new Map<string, Set<number>>();
  const received = new Set<string>();
  for (const { type, id, revision } of messages) {
    revisions.set(id, (revisions.get(id) ?? new Set()).add(revision));
    received.add(`${type} ${id}`);
  }
  const lost = [
    ...findLostRevisions('memory', stored.memories, revisions),
    ...findLostRevisions('relationship', stored.relationships, revisions),
    ...findLostRevisions('contradiction', stored.contradictions, revisions),
    ...findLostRevisions('deleted object', deletedRevisions(messages), revisions),
  ];
  const unreported = [
    ...findUnreported('memory', expected.memories.keys(), new Set(stored.memories.keys()), received),
    ...findUnreported('relationship', expected.relationships.keys(), stored.relationshipIds, received),
    ...findUnreported('document', expected.documents.keys(), stored.documentIds, received),
  ];
  return [...findOutOfOrder(messages), ...lost, ...unreported];
}

/** Returns the revisions of the deletions of memories and relationships. */
const deletedRevisions = (messages: readonly WebhookMessage[]): Revisions =>
  new Map(
    messages
      .filter(({ type }) => type === 'memory.deleted' || type === 'relationship.deleted')
      .map(({ id, revision }) => [id, revision]),
  );

function findLostRevisions(
  what: string,
  stored: ReadonlyMap<string, number | { revision: number }>,
  received: ReadonlyMap<string, ReadonlySet<number>>,
): string[] {
  return [...stored].flatMap(([id, state]) => {
    const last = typeof state === 'number' ? state : state.revision;
    const lost = Array.from({ length: last }, (_, index) => index + 1).filter(
      (revision) => !received.get(id)?.has(revision),
    );
    return lost.length === 0
      ? []
      : [`webhook: no message about revision ${lost.join(', ')} of ${what} ${id}`];
  });
}

function findUnreported(
  kind: string,
  expectedIds: Iterable<string>,
  storedIds: ReadonlySet<string>,
  received: ReadonlySet<string>,
): string[] {
  return [...expectedIds].flatMap((id) => {
    const types = storedIds.has(id) ? [`${kind}.created`] : [`${kind}.created`, `${kind}.deleted`];
    return types
      .filter((type) => !received.has(`${type} ${id}`))
      .map((type) => `webhook: no message ${type} about ${id}`);
  });
}

/** Messages of one object must arrive in order. A repeated message can only follow itself. */
function findOutOfOrder(messages: readonly WebhookMessage[]): string[] {
  const last = new Map<string, number>();
  return messages.flatMap(({ type, id, revision }) => {
    const previous = last.get(id) ?? 0;
    last.set(id, revision);
    return revision >= previous
      ? []
      : [`webhook: ${type} about ${id} has revision ${revision}, but arrived after revision ${previous}`];
  });
}
