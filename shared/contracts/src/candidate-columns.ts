import { ID_LENGTH, idAt } from './concatenated-ids.ts';

/** One candidate, as an object. */
export interface Candidate {
  id: string;
  /** BM25 score of the item itself. Null without a match. */
  keyword_score: number | null;
  /** Similarity of the item itself, 0..1. Null if unknown. */
  vector_score: number | null;
  /** Score that keyword search ranks the item by, shares of neighbors included. Null if it does not rank the item. */
  keyword_rank_score: number | null;
  /** Score that vector search ranks the item by, shares of neighbors included. Null if it does not rank the item. */
  vector_rank_score: number | null;
  /** Combined score of both retrievers, 0..1. Initial score of the item in graph expansion. */
  blended: number;
  importance: number | null;
  /** Event time in milliseconds since the epoch. Null if it is unknown. */
  created_at_ms: number | null;
  /** Number of words of the item, repetitions included, 1..65,535. Null if it is unknown. */
  words: number | null;
  /** Sum of the {@link TRAITS} of the item. Null if they are unknown. */
  traits: number | null;
}

/** Traits of an item as an utterance in a conversation. @see docs/reference/search.md#learned-ranking */
export const TRAITS = {
  /** The text ends with a question. */
  question: 1,
  /** The text contains words such as "I". */
  firstPerson: 2,
  /** The text contains words such as "you". */
  secondPerson: 4,
  /** The text begins with the name of its speaker, which the query contains. */
  namedSpeaker: 8,
} as const;

/** Fields of {@link Candidate} that are columns. In all columns, NaN stands for null. */
const CANDIDATE_FIELDS = [
  'keyword_score',
  'vector_score',
  'keyword_rank_score',
  'vector_rank_score',
  'blended',
  'importance',
  'created_at_ms',
  'words',
  'traits',
] as const satisfies readonly (keyof Candidate)[];
export type CandidateField = (typeof CANDIDATE_FIELDS)[number];

/** Number of fields, the first ones, in `values` of the JSON response. Readers of earlier versions know only these. */
const JSON_VALUES = 7;
const UNKNOWN_TRAITS = 0xff;

/** The data of {@link CandidateColumns}, in a form that structured cloning keeps. */
export interface CandidateColumnData extends Record<CandidateField, Float64Array> {
  /** Concatenated lower-case UUIDs. */
  ids: string;
  /**
   * Pairs of candidates that are adjacent turns of a conversation. Elements `2 * i` and `2 * i + 1` are the
   * positions of the earlier and of the later turn of pair `i`.
   */
  links: Uint32Array;
}

/** Columns with all fields in one array, which is faster to send between threads than one array per field. */
export interface PackedColumns extends Pick<CandidateColumnData, 'ids' | 'links'> {
  /** The columns in the order of {@link CANDIDATE_FIELDS}. */
  values: Float64Array;
}

/** {@link PackedColumns} in a JSON response. */
export interface CandidateColumnsJson {
  ids: string;
  links: number[];
  /** 64-bit floating-point numbers in base64, in the byte order of the CPU. */
  values: string;
  /** The column `words` as 16-bit integers in base64, 0 for null. Services of earlier versions do not send it. */
  words?: string;
  /** The column `traits` as bytes in base64, {@link UNKNOWN_TRAITS} for null. Services of earlier versions do not send it. */
  traits?: string;
}

/**
 * Packs columns in another order.
 *
 * @param order position in `columns` of each packed candidate
 * @param ids concatenated ids in the new order
 * @param links pairs of positions in the new order
 */
export function packColumns(
  columns: Readonly<Record<CandidateField, Float64Array>>,
  order: Uint32Array,
  { ids, links }: Pick<PackedColumns, 'ids' | 'links'>,
): PackedColumns {
  const values = new Float64Array(CANDIDATE_FIELDS.length * order.length);
  let next = 0;
  for (const field of CANDIDATE_FIELDS) {
    const column = columns[field];
    for (let i = 0; i < order.length; i++) values[next++] = column[order[i]!]!;
  }
  return { ids, links, values };
}

/**
 * The candidates of a search as columns: one array per field, with one element per candidate. A search has several
 * hundred candidates and needs all fields of only a few of them, so objects would take most of its time.
 */
export class CandidateColumns {
  readonly data: Readonly<CandidateColumnData>;

  constructor(data: CandidateColumnData) {
    this.data = data;
  }

  /** Converts candidates. @param links pairs of positions in `items` */
  static fromItems(items: readonly Candidate[], links: readonly (readonly [number, number])[] = []) {
    const column = (field: CandidateField) => Float64Array.from(items, (item) => item[field] ?? NaN);
    return new CandidateColumns({
      ...(Object.fromEntries(CANDIDATE_FIELDS.map((field) => [field, column(field)])) as Record<
        CandidateField,
        Float64Array
      >),
      ids: items.map(({ id }) => id).join(''),
      links: Uint32Array.from(links.flat()),
    });
  }

  /** Reads the value of a response: columns in the same process, or the result of {@link toJSON} over HTTP. */
  static read(value: unknown): CandidateColumns {
    if (value instanceof CandidateColumns) return value;
    const { ids, links, values, words, traits } = value as CandidateColumnsJson;
    const length = ids.length / ID_LENGTH;
    const unpacked = new Float64Array(CANDIDATE_FIELDS.length * length).fill(NaN);
    unpacked.set(new Float64Array(copyBytes(values)));
    if (words !== undefined)
      unpacked.set(
        Float64Array.from(new Uint16Array(copyBytes(words)), (count) => count || NaN),
        JSON_VALUES * length,
      );
    if (traits !== undefined)
      unpacked.set(
        Float64Array.from(Buffer.from(traits, 'base64'), (bits) => (bits === UNKNOWN_TRAITS ? NaN : bits)),
        (JSON_VALUES + 1) * length,
      );
    return CandidateColumns.unpack({ ids, links: Uint32Array.from(links), values: unpacked });
  }

  /** Reads packed columns, without copying them. */
  static unpack({ ids, links, values }: PackedColumns): CandidateColumns {
    const length = values.length / CANDIDATE_FIELDS.length;
    const columns = CANDIDATE_FIELDS.map((field, i) => [
      field,
      values.subarray(i * length, (i + 1) * length),
    ]);
    return new CandidateColumns({
      ...(Object.fromEntries(columns) as Record<CandidateField, Float64Array>),
      ids,
      links,
    });
  }

  /** Number of candidates. */
  get length(): number {
    return this.data.blended.length;
  }

  /** The id of the candidate at a position. */
  id(position: number): string {
    return idAt(this.data.ids, position);
  }

  /** The position of a candidate, or -1 if the id is unknown. @param id a lower-case UUID */
  positionOf(id: string): number {
    // A match always starts at a multiple of the length, because the hyphens are at fixed positions.
    const start = this.data.ids.indexOf(id);
    return start === -1 ? -1 : start / ID_LENGTH;
  }

  /** The value of a field, or null. */
  value(field: CandidateField, position: number): number | null {
    const value = this.data[field][position]!;
    return Number.isNaN(value) ? null : value;
  }

  /** All candidates as objects. Too slow for use during a search. */
  items(): Candidate[] {
    return Array.from({ length: this.length }, (_, position) => ({
      id: this.id(position),
      ...(Object.fromEntries(CANDIDATE_FIELDS.map((field) => [field, this.value(field, position)])) as Omit<
        Candidate,
        'id'
      >),
    }));
  }

  /**
   * Returns the columns for a JSON response. The numbers are bytes in base64, because writing and reading thousands of
   * decimal numbers takes ten times as much CPU time.
   */
  toJSON(): CandidateColumnsJson {
    const { ids, links } = this.data;
    const values = new Float64Array(JSON_VALUES * this.length);
    for (let i = 0; i < JSON_VALUES; i++) values.set(this.data[CANDIDATE_FIELDS[i]!], i * this.length);
    return {
      ids,
      links: Array.from(links),
      values: Buffer.from(values.buffer).toString('base64'),
      // NaN becomes 0.
      words: Buffer.from(Uint16Array.from(this.data.words).buffer).toString('base64'),
      traits: Buffer.from(
        Uint8Array.from(this.data.traits, (bits) => (Number.isNaN(bits) ? UNKNOWN_TRAITS : bits)),
      ).toString('base64'),
    };
  }
}

/** Decodes base64. Copies the bytes, because typed arrays must start at a multiple of the size of an element. */
const copyBytes = (base64: string): ArrayBuffer => Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
