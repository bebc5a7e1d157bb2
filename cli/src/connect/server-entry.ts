import type { ServerEntry } from './assistant.ts';
import type { JsonDocument } from './config-files/json-document.ts';

/** Name of the entry in the configuration of every assistant. */
export const SERVER_NAME = 'loci';

/** Fields that define a connection. Other fields, such as approvals, belong to the user. */
export const CONNECTION_FIELDS = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl', 'headers', 'env'];

/** Returns whether `loci connect` created an entry. */
export function isLociServer(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { args, url, serverUrl, httpUrl } = entry as Record<string, unknown>;
  if (Array.isArray(args)) {
    const index = args.indexOf('mcp');
    return index > 0 && /(^|[/\\])loci[^/\\]*$/u.test(String(args[index - 1]));
  }
  const address = [url, serverUrl, httpUrl].find((value) => typeof value === 'string');
  return address !== undefined && /\/mcp$/u.test(address as string);
}

/** Writes the entry below `key`, and keeps the fields of an existing entry that do not define the connection. */
export function setServer(
  document: JsonDocument,
  key: string,
  server: ServerEntry,
  toFields: (server: ServerEntry) => Record<string, unknown>,
): void {
  const fields = toFields(server);
  const path = [key, SERVER_NAME];
  const current = document.get(path);
  if (typeof current !== 'object' || current === null) return document.set(path, fields);
  for (const field of CONNECTION_FIELDS) if (!(field in fields)) document.remove([...path, field]);
  for (const [field, value] of Object.entries(fields)) document.set([...path, field], value);
}

/** Removes the entry below `key`, if `loci connect` created it. */
export function removeServer(document: JsonDocument, key: string): void {
  if (!isLociServer(document.get([key, SERVER_NAME]))) return;
  document.remove([key, SERVER_NAME]);
  document.removeIfEmpty([key]);
}
