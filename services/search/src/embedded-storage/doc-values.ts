import { eventTime } from '../items/indexed-item.ts';
import type { FilterableItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import { periodOf } from '../items/visibility.ts';
import type { ItemPeriod, Visibility } from '../items/visibility.ts';
import { growArray } from './grow-array.ts';
import { OrdinalMap, equalIds } from './ordinal-map.ts';
import type { PackedIds } from './packed-ids.ts';
import { DamagedFileError } from './sqlite-errors.ts';
import type { StringDictionary } from './string-dictionary.ts';
import { readPackedIds, readUuid, writeUuidBytes } from './uuid-bytes.ts';

const INITIAL_LENGTH = 256;
// Layout of a stored row, little-endian: id (16 bytes), creation time in ms (f64), importance (f64), memory
// type, source type, user, conversation and number of tags (u32 each), tags (u32 each), period, payload. Strings are
// stored as their codes in the dictionary, and null as 0. Only items with a bound have a period: start, end and expiry in
// ms (f64 each). They have the flag HAS_PERIOD in the number of tags, so rows without a period did not change when periods
// were added. A chunk has its document as an additional tag, which differs from all tags of memories.
const TAGS_OFFSET = 52;
const MAX_TAGS = 0xfffe;
const HAS_PERIOD = 0x8000_0000;
const PERIOD_BYTES = 24;

/** States of an ordinal. */
const REMOVED = 0;
const LIVE = 1;
const LIVE_WITH_PERIOD = 2;

/**
 * Doc values: the ids and filterable fields of all items of a tenant, as arrays by ordinal. Takes about 68
 * bytes per item and 4 per tag. The SQLite file stores the same values as one row of bytes per item, from
 * which a tenant is loaded.
 */
export class DocValues {
  readonly #dictionary: StringDictionary;
  readonly #ordinals = new OrdinalMap();
  readonly #idBuffer = new Uint8Array(16);
  /** REMOVED, LIVE or LIVE_WITH_PERIOD per ordinal. */
  #state = new Uint8Array(INITIAL_LENGTH);
  /**
   * Start, end and expiry of the ordinals with the state LIVE_WITH_PERIOD, in milliseconds since the epoch. Empty for a
   * tenant without periods. An array is read three times as fast as a map with as many entries.
   */
  #periods = new Float64Array(0);
  #ids = new Uint8Array(16 * INITIAL_LENGTH);
  #createdAt = new Float64Array(INITIAL_LENGTH);
  /** Importance of each item. NaN for null, because every comparison with NaN is false. */
  #importance = new Float64Array(INITIAL_LENGTH);
  #memoryType = new Uint32Array(INITIAL_LENGTH);
  #sourceType = new Uint32Array(INITIAL_LENGTH);
  #user = new Uint32Array(INITIAL_LENGTH);
  #conversation = new Uint32Array(INITIAL_LENGTH);
  // The tags of an item are `#tagCount[ordinal]` elements of `#tags` from `#tagStart[ordinal]`.
  // `#compactTags` deletes the tags of removed items.
  #tagStart = new Uint32Array(INITIAL_LENGTH);
  #tagCount = new Uint16Array(INITIAL_LENGTH);
  #tags = new Uint32Array(INITIAL_LENGTH);
  #tagsLength = 0;
  #deadTags = 0;
  #length = 0;

  constructor(dictionary: StringDictionary) {
    this.#dictionary = dictionary;
  }

  /** The highest ordinal ever set, plus one. */
  get length(): number {
    return this.#length;
  }

  get sizeBytes(): number {
    const perOrdinal = this.#state.length * 55 + this.#periods.byteLength;
    return perOrdinal + this.#ordinals.sizeBytes + this.#tags.byteLength + this.#dictionary.sizeBytes;
  }

  /** Returns true if the ordinal belongs to an item that was not removed. */
  isLive(ordinal: number): boolean {
    return this.#state[ordinal]! !== REMOVED;
  }

  id(ordinal: number): string {
    return readUuid(this.#ids, ordinal * 16);
  }

  packedIds(ordinals: ArrayLike<number>): PackedIds {
    return readPackedIds(this.#ids, ordinals);
  }

  /** The importance, 0..1, or NaN for null. */
  importance(ordinal: number): number {
    return this.#importance[ordinal]!;
  }

  /** The creation time in milliseconds since the epoch. */
  createdAtMs(ordinal: number): number {
    return this.#createdAt[ordinal]!;
  }

  /** The code of the conversation, or 0 for null. */
  conversation(ordinal: number): number {
    return this.#conversation[ordinal]!;
  }

  /** Compares the ids of two ordinals. The result is negative if the first id is less. */
  compareIds(a: number, b: number): number {
    const ids = this.#ids;
    for (let i = 0; i < 16; i++) {
      const difference = ids[16 * a + i]! - ids[16 * b + i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /**
   * Finds the ordinal of the item that has the ordinal `otherOrdinal` in `other`. Returns -1 if the item is
   * unknown or removed.
   */
  ordinalIn(other: DocValues, otherOrdinal: number): number {
    const offset = 16 * otherOrdinal;
    // Most items have the same ordinal in both indexes, because items are added to them in the same order.
    if (this.#state[otherOrdinal]! > REMOVED && equalIds(this.#ids, offset, other.#ids, offset))
      return otherOrdinal;
    return this.#ordinals.find(this.#ids, other.#ids, 16 * otherOrdinal);
  }

  /**
   * Finds the ordinal of an item.
   *
   * @param id a UUID
   * @returns the ordinal, or -1 if the item is unknown or removed
   */
  ordinalOf(id: string): number {
    writeUuidBytes(this.#idBuffer, 0, id);
    return this.#ordinals.find(this.#ids, this.#idBuffer, 0);
  }

  /**
   * Encodes an item as the bytes of a stored row. New strings are added to the dictionary in the current
   * transaction.
   *
   * @param payload appended to the row, at an offset that is a multiple of 4
   */
  encodeRow(
    id: string,
    item: FilterableItem & { conversationId?: string | null },
    payload: Uint8Array,
  ): Uint8Array {
    const tags = [...item.tags.slice(0, MAX_TAGS), ...documentTags(item.documentId)];
    const period = periodOf(item);
    const periodStart = TAGS_OFFSET + 4 * tags.length;
    const payloadStart = periodStart + (period ? PERIOD_BYTES : 0);
    const row = new Uint8Array(payloadStart + payload.length);
    const view = new DataView(row.buffer);
    writeUuidBytes(row, 0, id);
    view.setFloat64(16, Date.parse(eventTime(item)), true);
    view.setFloat64(24, item.importance ?? NaN, true);
    view.setUint32(32, item.memoryType === null ? 0 : this.#dictionary.getOrAdd(item.memoryType), true);
    view.setUint32(36, this.#dictionary.getOrAdd(item.sourceType), true);
    view.setUint32(40, this.#dictionary.getOrAdd(item.userId), true);
    const { conversationId } = item;
    view.setUint32(44, conversationId == null ? 0 : this.#dictionary.getOrAdd(conversationId), true);
    view.setUint32(48, period ? tags.length + HAS_PERIOD : tags.length, true);
    tags.forEach((tag, i) => view.setUint32(TAGS_OFFSET + 4 * i, this.#dictionary.getOrAdd(tag), true));
    if (period) {
      view.setFloat64(periodStart, period.fromMs, true);
      view.setFloat64(periodStart + 8, period.untilMs, true);
      view.setFloat64(periodStart + 16, period.expiresMs, true);
    }
    row.set(payload, payloadStart);
    return row;
  }

  /**
   * Sets the values of an ordinal from a row of {@link encodeRow}.
   *
   * @returns the offset of the payload in the row
   * @throws DamagedFileError if the row is malformed
   */
  setRow(ordinal: number, row: Uint8Array): number {
    const payloadStart = this.payloadStart(row);
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    const tagCount = view.getUint32(48, true) % HAS_PERIOD;
    this.#growTo(ordinal);
    this.#setPeriod(ordinal, readPeriod(view));
    for (let i = 0; i < 16; i++) this.#ids[ordinal * 16 + i] = row[i]!;
    this.#ordinals.add(this.#ids, ordinal);
    this.#createdAt[ordinal] = view.getFloat64(16, true);
    this.#importance[ordinal] = view.getFloat64(24, true);
    this.#memoryType[ordinal] = view.getUint32(32, true);
    this.#sourceType[ordinal] = view.getUint32(36, true);
    this.#user[ordinal] = view.getUint32(40, true);
    this.#conversation[ordinal] = view.getUint32(44, true);
    this.#tags = growArray(this.#tags, this.#tagsLength + tagCount);
    this.#tagStart[ordinal] = this.#tagsLength;
    this.#tagCount[ordinal] = tagCount;
    for (let i = 0; i < tagCount; i++)
      this.#tags[this.#tagsLength++] = view.getUint32(TAGS_OFFSET + 4 * i, true);
    return payloadStart;
  }

  /**
   * The offset of the payload in a row of {@link encodeRow}.
   *
   * @throws DamagedFileError if the row is malformed
   */
  payloadStart(row: Uint8Array): number {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    const start = row.length < TAGS_OFFSET ? Infinity : payloadOffset(view);
    if (start > row.length)
      throw new DamagedFileError('The index file contains a truncated item row. Loci rebuilds the file.');
    return start;
  }

  clear(ordinal: number): void {
    this.#state[ordinal] = REMOVED;
    this.#ordinals.remove(this.#ids, ordinal);
    this.#deadTags += this.#tagCount[ordinal]!;
    this.#tagCount[ordinal] = 0;
    if (this.#deadTags > 4096 && this.#deadTags > this.#tagsLength / 2) this.#compactTags();
  }

  /** Deletes the strings that no live item has from the dictionary, in the current transaction. */
  deleteUnusedStrings(): void {
    const isUsed = new Uint8Array(this.#dictionary.lastCode + 1);
    for (let ordinal = 0; ordinal < this.#length; ordinal++) {
      if (!this.isLive(ordinal)) continue;
      isUsed[this.#memoryType[ordinal]!] = 1;
      isUsed[this.#sourceType[ordinal]!] = 1;
      isUsed[this.#user[ordinal]!] = 1;
      isUsed[this.#conversation[ordinal]!] = 1;
      const start = this.#tagStart[ordinal]!;
      const end = start + this.#tagCount[ordinal]!;
      for (let i = start; i < end; i++) isUsed[this.#tags[i]!] = 1;
    }
    this.#dictionary.deleteUnused(isUsed);
  }

  /** Returns a predicate that is true for the ordinals of live items that pass the filter. */
  compileFilter(filter: SearchFilter): (ordinal: number) => boolean {
    const memoryTypes = this.#codesOf(filter.memoryTypes);
    const sourceTypes = this.#codesOf(filter.sourceTypes);
    const tags = this.#codesOf(filter.tags);
    const documents = this.#codesOf(
      filter.documentId === undefined ? undefined : documentTags(filter.documentId),
    );
    const users = this.#codesOf(filter.userId === undefined ? undefined : [filter.userId]);
    const minImportance = filter.minImportance ?? null;
    const minOccurredAt = filter.minOccurredAt ?? -Infinity;
    const maxOccurredAt = filter.maxOccurredAt ?? Infinity;
    const visibility = filter.visibility ?? null;
    return (ordinal) =>
      (this.#state[ordinal] === LIVE ||
        (this.#state[ordinal] === LIVE_WITH_PERIOD &&
          (visibility === null || this.#isVisible(ordinal, visibility)))) &&
      (users === null || users.has(this.#user[ordinal]!)) &&
      (memoryTypes === null || memoryTypes.has(this.#memoryType[ordinal]!)) &&
      (sourceTypes === null || sourceTypes.has(this.#sourceType[ordinal]!)) &&
      (minImportance === null || this.#importance[ordinal]! >= minImportance) &&
      !(this.#createdAt[ordinal]! < minOccurredAt || this.#createdAt[ordinal]! > maxOccurredAt) &&
      (tags === null || this.#hasAnyTag(ordinal, tags)) &&
      (documents === null || this.#hasAnyTag(ordinal, documents));
  }

  #setPeriod(ordinal: number, period: ItemPeriod | null): void {
    this.#state[ordinal] = period ? LIVE_WITH_PERIOD : LIVE;
    if (!period) return;
    this.#periods = growArray(this.#periods, 3 * this.#state.length);
    this.#periods[3 * ordinal] = period.fromMs;
    this.#periods[3 * ordinal + 1] = period.untilMs;
    this.#periods[3 * ordinal + 2] = period.expiresMs;
  }

  /** Does the same as `isVisible` without an object for the period. */
  #isVisible(ordinal: number, { nowMs, endsAfterMs, startsByMs }: Visibility): boolean {
    const at = 3 * ordinal;
    return (
      this.#periods[at + 2]! > nowMs &&
      this.#periods[at + 1]! > endsAfterMs &&
      this.#periods[at]! <= startsByMs
    );
  }

  #hasAnyTag(ordinal: number, tags: ReadonlySet<number>): boolean {
    const start = this.#tagStart[ordinal]!;
    const end = start + this.#tagCount[ordinal]!;
    for (let i = start; i < end; i++) if (tags.has(this.#tags[i]!)) return true;
    return false;
  }

  #codesOf(texts: readonly string[] | undefined): ReadonlySet<number> | null {
    if (!texts) return null;
    return new Set(texts.map((text) => this.#dictionary.find(text)).filter((code) => code !== undefined));
  }

  #growTo(ordinal: number): void {
    this.#length = Math.max(this.#length, ordinal + 1);
    if (ordinal < this.#state.length) return;
    this.#state = growArray(this.#state, ordinal + 1);
    const length = this.#state.length;
    this.#ids = growArray(this.#ids, 16 * length);
    this.#createdAt = growArray(this.#createdAt, length);
    this.#importance = growArray(this.#importance, length);
    this.#memoryType = growArray(this.#memoryType, length);
    this.#sourceType = growArray(this.#sourceType, length);
    this.#user = growArray(this.#user, length);
    this.#conversation = growArray(this.#conversation, length);
    this.#tagStart = growArray(this.#tagStart, length);
    this.#tagCount = growArray(this.#tagCount, length);
  }

  #compactTags(): void {
    const compacted = new Uint32Array(this.#tagsLength - this.#deadTags + INITIAL_LENGTH);
    let length = 0;
    for (let ordinal = 0; ordinal < this.#length; ordinal++) {
      const start = this.#tagStart[ordinal]!;
      const count = this.#tagCount[ordinal]!;
      compacted.set(this.#tags.subarray(start, start + count), length);
      this.#tagStart[ordinal] = length;
      length += count;
    }
    this.#tags = compacted;
    this.#tagsLength = length;
    this.#deadTags = 0;
  }
}

/** Returns the tag of the chunks of a document. Tags of memories have no colon. */
const documentTags = (documentId: string | null): string[] =>
  documentId === null ? [] : [`document:${documentId}`];

/** Returns the offset of the payload in a row that is at least as long as its fixed fields. */
function payloadOffset(row: DataView): number {
  const tagCount = row.getUint32(48, true);
  return TAGS_OFFSET + 4 * (tagCount % HAS_PERIOD) + (tagCount >= HAS_PERIOD ? PERIOD_BYTES : 0);
}

/** Reads the period of a complete row. Returns null if it has none. */
function readPeriod(row: DataView): ItemPeriod | null {
  const tagCount = row.getUint32(48, true);
  if (tagCount < HAS_PERIOD) return null;
  const start = TAGS_OFFSET + 4 * (tagCount - HAS_PERIOD);
  return {
    fromMs: row.getFloat64(start, true),
    untilMs: row.getFloat64(start + 8, true),
    expiresMs: row.getFloat64(start + 16, true),
  };
}
