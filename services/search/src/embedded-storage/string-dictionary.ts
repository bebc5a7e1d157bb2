import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Numbers from 1 for strings that come again and again, kept in a table `(number, name)` of the tenant's file. */
export class StringDictionary {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [''];
  readonly #insert: StatementSync;
  #characters = 0;

  constructor(database: DatabaseSync, table: string) {
    const rows = database.prepare(`SELECT number, name FROM ${table}`);
    rows.setReturnArrays(true);
    for (const [getOrAdd, name] of rows.iterate() as unknown as Iterable<[number, string]>)
      this.#remember(getOrAdd, name);
    this.#insert = database.prepare(`INSERT INTO ${table} (number, name) VALUES (?, ?)`);
  }

  get sizeBytes(): number {
    return this.#numbers.size * 64 + this.#characters;
  }

  /** Undefined for a name that nothing has. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The name of a number given out before. */
  name(number: number): string {
    return this.#names[number]!;
  }

  /** The name's number, stored in the transaction under way when it is new. */
  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#insert.run(number, name);
    this.#remember(number, name);
    return number;
  }

  #remember(number: number, name: string): void {
    this.#numbers.set(name, number);
    this.#names[number] = name;
    this.#characters += name.length;
  }
}
