import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, parse, printParseErrorCode } from 'jsonc-parser';
import type { EditResult, JSONPath, ParseError } from 'jsonc-parser';
import { ConfigError } from './config-error.ts';
import { removalEdits } from './removal-edits.ts';

const PARSE_OPTIONS = { allowTrailingComma: true };

/** JSON file that is changed in place. Comments, the order of fields and the formatting of other parts are kept. */
export class JsonDocument {
  readonly #path: string;
  readonly #byteOrderMark: string;
  #text: string;
  #value: unknown;

  /**
   * @param path of the file, for messages
   * @param text content of the file, empty if the file does not exist
   * @throws ConfigError if the text is not a JSON object. Comments and trailing commas are allowed.
   */
  constructor(path: string, text: string) {
    this.#path = path;
    this.#byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const content = text.slice(this.#byteOrderMark.length);
    this.#text = content.trim() === '' ? '{}\n' : content;
    this.#value = this.#parse();
  }

  /** Returns a value, or undefined if it does not exist. */
  get(path: JSONPath): unknown {
    let value = this.#value;
    for (const key of path)
      value =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
    return value;
  }

  /**
   * Returns an array, which is empty if it does not exist.
   *
   * @throws ConfigError if the value is not an array
   */
  array(path: JSONPath): readonly unknown[] {
    const value = this.get(path) ?? [];
    if (Array.isArray(value)) return value as unknown[];
    throw new ConfigError(`${this.#path}: "${path.join('.')}" is not an array. Correct the file.`);
  }

  /**
   * Sets a value, and creates the objects that contain it. An index at the end of an array appends the value.
   *
   * @throws ConfigError if the value would be in a value that is not an object
   */
  set(path: JSONPath, value: unknown): void {
    if (isDeepStrictEqual(this.get(path), value)) return;
    for (let length = 1; length < path.length; length += 1) {
      const container = this.get(path.slice(0, length));
      if (container !== undefined && (typeof container !== 'object' || container === null))
        throw new ConfigError(
          `${this.#path}: "${path.slice(0, length).join('.')}" is not an object. Correct the file.`,
        );
    }
    this.#apply(path, value);
  }

  /** Removes a value, if it exists. */
  remove(path: JSONPath): void {
    if (this.get(path) !== undefined) this.#apply(path, undefined);
  }

  /** Removes an object or array if it is empty. */
  removeIfEmpty(path: JSONPath): void {
    const value = this.get(path);
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) this.remove(path);
  }

  toString(): string {
    return this.#byteOrderMark + this.#text;
  }

  #apply(path: JSONPath, value: unknown): void {
    const edits = value === undefined ? removalEdits(this.#text, path) : this.#editsOf(path, value);
    this.#text = applyEdits(this.#text, edits);
    this.#value = this.#parse();
  }

  /** Returns the edits that set a value. Unlike those of `modify` with formatting, they keep the lines of the neighbors. */
  #editsOf(path: JSONPath, value: unknown): EditResult {
    const parent = path.slice(0, -1);
    const key = path.at(-1)!;
    if (parent.length > 0 && this.get(parent) === undefined)
      return this.#editsOf(parent, typeof key === 'number' ? [value] : { [key]: value });
    const { unit, eol } = detectFormatting(this.#text);
    const json = JSON.stringify(value, null, unit).replaceAll('\n', eol + unit.repeat(path.length));
    const [edit] = modify(this.#text, path, value, {});
    if (this.get(path) !== undefined) return [{ ...edit!, content: json }];
    const line = `${eol}${unit.repeat(path.length)}${typeof key === 'number' ? '' : `${JSON.stringify(key)}: `}${json}`;
    const rest = /^[^\r\n]*/u.exec(this.#text.slice(edit!.offset))![0];
    const end = /^[ \t]*[}\]]/u.test(rest) ? eol + unit.repeat(parent.length) : '';
    if (!edit!.content.startsWith(',')) return [{ ...edit!, content: line + end }];
    const [isLineEnd, comma] = /^[ \t]*(,?)[ \t]*(?:\/\/.*|\/\*[^*]*\*\/[ \t]*)?$/u.exec(rest) ?? [];
    if (isLineEnd === undefined) return [{ ...edit!, content: `,${line}${end}` }];
    // A comment behind the previous value stays there.
    const added = { offset: edit!.offset + rest.length, length: 0, content: line + comma! };
    return comma === ',' ? [added] : [{ ...edit!, content: ',' }, added];
  }

  #parse(): unknown {
    const errors: ParseError[] = [];
    const value: unknown = parse(this.#text, errors, PARSE_OPTIONS);
    const [error] = errors;
    if (error !== undefined)
      throw new ConfigError(
        `${this.#path}:${positionOf(this.#text, error.offset)} is not valid JSON ` +
          `(${printParseErrorCode(error.error)}). Correct the file, and run the command again.`,
      );
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ConfigError(`${this.#path} does not contain a JSON object. Correct the file.`);
    return value;
  }
}

/** Returns the line and the column of an offset, such as `3:14`. */
function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

/** Uses the indentation of the first indented field, and the line ends of the text. */
function detectFormatting(text: string): { unit: string; eol: string } {
  return {
    unit: /^([ \t]+)["}]/mu.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
