import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { ImportError } from './import-item.ts';

/** Element of an array in a JSON file. */
export interface JsonElement {
  /** Name of the field that contains the array, or undefined if the file is an array. */
  field: string | undefined;
  index: number;
  value: unknown;
}

/**
 * Reads the elements of an array, or of arrays in the fields of an object, without reading the whole file into memory.
 *
 * @param fields names of the fields, if the file is an object
 * @throws ImportError if the file is not valid JSON
 */
export async function* readJsonElements(
  path: string,
  fields: readonly string[],
): AsyncGenerator<JsonElement> {
  let parser: JSONParser | undefined;
  let elements: JsonElement[] = [];
  let failure: Error | undefined;
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    // The parser does not skip a byte order mark.
    const chunk = parser === undefined && bytes.indexOf('\uFEFF') === 0 ? bytes.subarray(3) : bytes;
    parser ??= open(chunk);
    parser.write(chunk);
    yield* elements;
    elements = [];
    if (failure !== undefined) break;
  }
  if (failure === undefined && parser?.isEnded !== true) failure = new Error('The file ends too early.');
  if (failure !== undefined) throw new ImportError(`${path} is not valid JSON. ${failure.message}`);

  function open(first: Buffer): JSONParser {
    const isArray = first.toString('latin1').trimStart().startsWith('[');
    // `$.*` must not be used for objects: it would collect each field as a whole.
    const paths = isArray ? ['$.*'] : fields.map((field) => `$.${field}.*`);
    const created = new JSONParser({ paths, keepStack: false });
    created.onValue = ({ value, key, stack }) => {
      const field = isArray ? undefined : String(stack.at(-1)?.key);
      elements.push({ field, index: Number(key), value });
    };
    created.onError = (error) => {
      failure ??= error;
    };
    return created;
  }
}
