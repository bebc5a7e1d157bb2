import type { DocValues } from '../../embedded-storage/doc-values.ts';

/** Largest distance of conversation neighbors, in turns. */
const MAX_DISTANCE = 2;

interface Conversation {
  /** Ordinals of the turns. */
  turns: number[];
  /** True if the turns are in order of creation. */
  isSorted: boolean;
}

/** The order of the turns of each conversation of a tenant, by creation time and id. */
export class ConversationOrder {
  readonly #docValues: Pick<DocValues, 'conversation' | 'createdAtMs' | 'compareIds'>;
  /** Conversations by code. */
  readonly #conversations = new Map<number, Conversation>();
  #turnCount = 0;

  constructor(docValues: Pick<DocValues, 'conversation' | 'createdAtMs' | 'compareIds'>) {
    this.#docValues = docValues;
  }

  /** Estimated memory use in bytes. */
  get sizeBytes(): number {
    return this.#conversations.size * 160 + this.#turnCount * 12;
  }

  /** Adds an item. Its doc values must be set. Items without a conversation are ignored. */
  add(ordinal: number): void {
    const code = this.#docValues.conversation(ordinal);
    if (code === 0) return;
    const conversation = this.#conversations.get(code) ?? { turns: [], isSorted: true };
    this.#conversations.set(code, conversation);
    const last = conversation.turns.at(-1);
    // The next read sorts the turns. This is rarely necessary, because most turns arrive in order.
    if (last !== undefined && this.#compare(last, ordinal) > 0) conversation.isSorted = false;
    conversation.turns.push(ordinal);
    this.#turnCount++;
  }

  /** Removes an item. Its doc values must still be set. */
  remove(ordinal: number): void {
    const code = this.#docValues.conversation(ordinal);
    const conversation = this.#conversations.get(code);
    if (!conversation) return;
    const position = conversation.isSorted
      ? this.#positionOf(conversation.turns, ordinal)
      : conversation.turns.indexOf(ordinal);
    conversation.turns.splice(position, 1);
    this.#turnCount--;
    if (conversation.turns.length === 0) this.#conversations.delete(code);
  }

  /** Visits the turns after and before an item, up to two positions away. */
  forEachNeighbor(ordinal: number, visit: (neighbor: number, distance: number) => void): void {
    const code = this.#docValues.conversation(ordinal);
    const conversation = code === 0 ? undefined : this.#conversations.get(code);
    if (!conversation) return;
    const { turns } = conversation;
    if (!conversation.isSorted) {
      turns.sort((a, b) => this.#compare(a, b));
      conversation.isSorted = true;
    }
    const position = this.#positionOf(turns, ordinal);
    for (const direction of [1, -1]) {
      for (let distance = 1; distance <= MAX_DISTANCE; distance++) {
        const neighbor = turns[position + direction * distance];
        if (neighbor !== undefined) visit(neighbor, distance);
      }
    }
  }

  /** The position of an item in sorted turns. */
  #positionOf(turns: readonly number[], ordinal: number): number {
    let low = 0;
    let high = turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(turns[middle]!, ordinal) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    const docValues = this.#docValues;
    return docValues.createdAtMs(a) - docValues.createdAtMs(b) || docValues.compareIds(a, b);
  }
}
