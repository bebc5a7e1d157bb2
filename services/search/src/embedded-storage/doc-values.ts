import type { FilterableItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import { growArray } from './grow-array.ts';
import type { StringDictionary } from './string-dictionary.ts';
import { DamagedFileError } from './sqlite-errors.ts';
import { readUuid, readPackedIds, writeUuidBytes } from './uuid-bytes.ts';
import type { PackedIds } from './packed-ids.ts';
import { OrdinalMap } from './ordinal-map.ts';

const FIRST_LENGTH = 256;
// Row: id 16 bytes, f64 creation, f64 importance, u32 memory type, source type, user, flags, number of tags, tags.
const TAGS_OFFSET = 52;
const IN_CONVERSATION = 1;
const MAX_TAGS = 0xffff;

/**
 * What ids and filters need of every item, as arrays by slot: about 65 bytes per item and 4 per tag. The same
 * facts are stored per item as a short row of bytes, from which a tenant is loaded.
 */
export class DocValues {
  readonly #names: StringDictionary;
  readonly #slots = new OrdinalMap();
  readonly #wanted = new Uint8Array(16);
  #isLive = new Uint8Array(FIRST_LENGTH);
  #ids = new Uint8Array(16 * FIRST_LENGTH);
  #createdAt = new Float64Array(FIRST_LENGTH);
  // NaN for none: every comparison with it is false.
  #importance = new Float64Array(FIRST_LENGTH);
  #memoryType = new Uint32Array(FIRST_LENGTH);
  #sourceType = new Uint32Array(FIRST_LENGTH);
  #user = new Uint32Array(FIRST_LENGTH);
  #flags = new Uint8Array(FIRST_LENGTH);
  // A slot's tags are `#tags[#tagStart[slot]]` and as many as it has; those of freed slots stay until #sweepTags.
  #tagStart = new Uint32Array(FIRST_LENGTH);
  #tagCount = new Uint16Array(FIRST_LENGTH);
  #tags = new Uint32Array(FIRST_LENGTH);
  #tagsLength = 0;
  #deadTags = 0;
  #length = 0;

  constructor(names: StringDictionary) {
    this.#names = names;
  }

  /** One above the highest slot ever set. */
  get length(): number {
    return this.#length;
  }

  get sizeBytes(): number {
    return this.#isLive.length * 52 + this.#slots.sizeBytes + this.#tags.byteLength + this.#names.sizeBytes;
  }

  isLive(slot: number): boolean {
    return this.#isLive[slot] === 1;
  }

  id(slot: number): string {
    return readUuid(this.#ids, slot * 16);
  }

  /** The ids of these slots. */
  packedIds(slots: ArrayLike<number>): PackedIds {
    return readPackedIds(this.#ids, slots);
  }

  /** 0..1; NaN for none. */
  importance(slot: number): number {
    return this.#importance[slot]!;
  }

  /** Milliseconds since the epoch. */
  createdAtMs(slot: number): number {
    return this.#createdAt[slot]!;
  }

  isInConversation(slot: number): boolean {
    return (this.#flags[slot]! & IN_CONVERSATION) !== 0;
  }

  /** Where the item lives, or -1. @param id a UUID */
  ordinalOf(id: string): number {
    writeUuidBytes(this.#wanted, 0, id);
    return this.#slots.find(this.#ids, this.#wanted, 0);
  }

  /** The item as a row of bytes, followed by `payload`, whose start is a multiple of 4. New names are stored. */
  encodeRow(
    id: string,
    item: FilterableItem & { conversationId?: string | null },
    payload: Uint8Array,
  ): Uint8Array {
    const tags = item.tags.slice(0, MAX_TAGS);
    const row = new Uint8Array(TAGS_OFFSET + 4 * tags.length + payload.length);
    const view = new DataView(row.buffer);
    writeUuidBytes(row, 0, id);
    view.setFloat64(16, Date.parse(item.createdAt), true);
    view.setFloat64(24, item.importance ?? NaN, true);
    view.setUint32(32, item.memoryType === null ? 0 : this.#names.number(item.memoryType), true);
    view.setUint32(36, this.#names.number(item.sourceType), true);
    view.setUint32(40, this.#names.number(item.userId), true);
    view.setUint32(44, item.conversationId == null ? 0 : IN_CONVERSATION, true);
    view.setUint32(48, tags.length, true);
    tags.forEach((tag, i) => view.setUint32(TAGS_OFFSET + 4 * i, this.#names.number(tag), true));
    row.set(payload, TAGS_OFFSET + 4 * tags.length);
    return row;
  }

  /**
   * Takes a row of {@link encodeRow} into the slot.
   *
   * @returns where the payload starts
   * @throws DamagedFileError for a row that cannot be one
   */
  setRow(slot: number, row: Uint8Array): number {
    const payloadStart = this.payloadStart(row);
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    const tagCount = view.getUint32(48, true);
    this.#makeRoomFor(slot);
    this.#isLive[slot] = 1;
    for (let i = 0; i < 16; i++) this.#ids[slot * 16 + i] = row[i]!;
    this.#slots.add(this.#ids, slot);
    this.#createdAt[slot] = view.getFloat64(16, true);
    this.#importance[slot] = view.getFloat64(24, true);
    this.#memoryType[slot] = view.getUint32(32, true);
    this.#sourceType[slot] = view.getUint32(36, true);
    this.#user[slot] = view.getUint32(40, true);
    this.#flags[slot] = view.getUint32(44, true);
    this.#tags = growArray(this.#tags, this.#tagsLength + tagCount);
    this.#tagStart[slot] = this.#tagsLength;
    this.#tagCount[slot] = tagCount;
    for (let i = 0; i < tagCount; i++)
      this.#tags[this.#tagsLength++] = view.getUint32(TAGS_OFFSET + 4 * i, true);
    return payloadStart;
  }

  /** @throws DamagedFileError for a row that cannot be one */
  payloadStart(row: Uint8Array): number {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    const start = row.length < TAGS_OFFSET ? Infinity : TAGS_OFFSET + 4 * view.getUint32(48, true);
    if (start > row.length) throw new DamagedFileError('An item row is too short.');
    return start;
  }

  clear(slot: number): void {
    this.#isLive[slot] = 0;
    this.#slots.remove(this.#ids, slot);
    this.#deadTags += this.#tagCount[slot]!;
    this.#tagCount[slot] = 0;
    if (this.#deadTags > 4096 && this.#deadTags > this.#tagsLength / 2) this.#sweepTags();
  }

  /** Tells of a slot whether something lives there that passes the filter. */
  compileFilter(filter: SearchFilter): (slot: number) => boolean {
    const memoryTypes = this.#numbersOf(filter.memoryTypes);
    const sourceTypes = this.#numbersOf(filter.sourceTypes);
    const tags = this.#numbersOf(filter.tags);
    const users = this.#numbersOf(filter.userId === undefined ? undefined : [filter.userId]);
    const minImportance = filter.minImportance ?? null;
    const minCreatedAt = filter.minCreatedAt ?? -Infinity;
    const maxCreatedAt = filter.maxCreatedAt ?? Infinity;
    return (slot) =>
      this.#isLive[slot] === 1 &&
      (users === null || users.has(this.#user[slot]!)) &&
      (memoryTypes === null || memoryTypes.has(this.#memoryType[slot]!)) &&
      (sourceTypes === null || sourceTypes.has(this.#sourceType[slot]!)) &&
      (minImportance === null || this.#importance[slot]! >= minImportance) &&
      !(this.#createdAt[slot]! < minCreatedAt || this.#createdAt[slot]! > maxCreatedAt) &&
      (tags === null || this.#hasTag(slot, tags));
  }

  #hasTag(slot: number, wanted: ReadonlySet<number>): boolean {
    const start = this.#tagStart[slot]!;
    for (let i = start; i < start + this.#tagCount[slot]!; i++) if (wanted.has(this.#tags[i]!)) return true;
    return false;
  }

  #numbersOf(names: readonly string[] | undefined): ReadonlySet<number> | null {
    if (!names) return null;
    return new Set(names.map((name) => this.#names.find(name)).filter((number) => number !== undefined));
  }

  #makeRoomFor(slot: number): void {
    this.#length = Math.max(this.#length, slot + 1);
    if (slot < this.#isLive.length) return;
    this.#isLive = growArray(this.#isLive, slot + 1);
    const length = this.#isLive.length;
    this.#ids = growArray(this.#ids, 16 * length);
    this.#createdAt = growArray(this.#createdAt, length);
    this.#importance = growArray(this.#importance, length);
    this.#memoryType = growArray(this.#memoryType, length);
    this.#sourceType = growArray(this.#sourceType, length);
    this.#user = growArray(this.#user, length);
    this.#flags = growArray(this.#flags, length);
    this.#tagStart = growArray(this.#tagStart, length);
    this.#tagCount = growArray(this.#tagCount, length);
  }

  #sweepTags(): void {
    const kept = new Uint32Array(this.#tagsLength - this.#deadTags + FIRST_LENGTH);
    let length = 0;
    for (let slot = 0; slot < this.#length; slot++) {
      const start = this.#tagStart[slot]!;
      const count = this.#tagCount[slot]!;
      kept.set(this.#tags.subarray(start, start + count), length);
      this.#tagStart[slot] = length;
      length += count;
    }
    this.#tags = kept;
    this.#tagsLength = length;
    this.#deadTags = 0;
  }
}
