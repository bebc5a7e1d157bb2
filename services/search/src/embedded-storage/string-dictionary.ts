import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Assigns codes, from 1, to strings that occur in many items, such as tags. Stores them in a table
 * `(number, name)` of the tenant's file.
 */
export class StringDictionary {
  readonly #codes = new Map<string, number>();
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  #lastCode = 0;
  #characters = 0;

  constructor(database: DatabaseSync, table: string) {
    const rows = database.prepare(`SELECT number, name FROM ${table}`);
    rows.setReturnArrays(true);
    for (const [code, text] of rows.iterate() as unknown as Iterable<[number, string]>) this.#add(code, text);
    this.#insert = database.prepare(`INSERT INTO ${table} (number, name) VALUES (?, ?)`);
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE number = ?`);
  }

  /** Estimated memory use in bytes. */
  get sizeBytes(): number {
    return this.#codes.size * 64 + this.#characters;
  }

  /** The code of a string, or undefined if the dictionary does not contain it. */
  find(text: string): number | undefined {
    return this.#codes.get(text);
  }

  /** Returns the code of a string. Inserts a new string in the current transaction. */
  getOrAdd(text: string): number {
    const existing = this.#codes.get(text);
    if (existing !== undefined) return existing;
    const code = this.#lastCode + 1;
    this.#insert.run(code, text);
    this.#add(code, text);
    return code;
  }

  /**
   * Deletes the strings that no item has, in the current transaction. A tag of a deleted item must not remain.
   *
   * @param isUsed 1 for each code of an item
   */
  deleteUnused(isUsed: Uint8Array): void {
    for (const [text, code] of this.#codes) {
      if (isUsed[code] === 1) continue;
      this.#delete.run(code);
      this.#codes.delete(text);
      this.#characters -= text.length;
    }
  }

  /** The highest code. */
  get lastCode(): number {
    return this.#lastCode;
  }

  #add(code: number, text: string): void {
    this.#codes.set(text, code);
    this.#lastCode = Math.max(this.#lastCode, code);
    this.#characters += text.length;
  }
}
