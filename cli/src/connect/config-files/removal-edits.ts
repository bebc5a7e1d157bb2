import { createScanner, findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { EditResult, JSONPath, Node } from 'jsonc-parser';

/** Value of `SyntaxKind.CommaToken`, a constant that exists only at compile time. */
const COMMA_TOKEN = 5;

/**
 * Returns the edits that remove a value with its key, one comma, and the white space before it. Comments are kept. `modify` of
 * the library removes comments, and damages arrays without white space.
 *
 * @param path of an existing value
 */
export function removalEdits(text: string, path: JSONPath): EditResult {
  const node = findNodeAtLocation(parseTree(text, [], { allowTrailingComma: true })!, path)!;
  const child = node.parent!.type === 'property' ? node.parent! : node;
  const siblings = child.parent!.children!;
  const comma = commaAfter(text, child);
  const end = comma === undefined ? child.offset + child.length : comma + 1;
  const isLineEnd = /^[ \t]*(\/\/|\r?\n|$)/u.test(text.slice(end, end + 100));
  // Other text in the line must not become part of a comment in the line before.
  const space = /\s*$/u.exec(text.slice(0, child.offset))![0];
  const start = child.offset - (isLineEnd || !space.includes('\n') ? space.length : 0);
  const removal = { offset: start, length: end - start, content: '' };
  const previous = siblings[siblings.indexOf(child) - 1];
  if (comma !== undefined || previous === undefined) return withoutEmptySpace(text, child.parent!, removal);
  return [{ offset: commaAfter(text, previous)!, length: 1, content: '' }, removal];
}

/** Removes everything from an object or array that contains only white space after the edit. */
function withoutEmptySpace(text: string, parent: Node, removal: EditResult[0]): EditResult {
  const start = parent.offset + 1;
  const end = parent.offset + parent.length - 1;
  const rest = text.slice(start, removal.offset) + text.slice(removal.offset + removal.length, end);
  return rest.trim() === '' ? [{ offset: start, length: end - start, content: '' }] : [removal];
}

/** Returns the offset of the comma that follows a value, if any. */
function commaAfter(text: string, { offset, length }: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset + length);
  return (scanner.scan() as number) === COMMA_TOKEN ? scanner.getTokenOffset() : undefined;
}
