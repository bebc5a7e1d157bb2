import type { ConfigFile, ServerEntry } from '../assistant.ts';
import { removeServer, setServer } from '../server-entry.ts';
import { JsonDocument } from './json-document.ts';

/** Returns a JSON file with MCP servers by name below `key`. */
export const jsonServerFile = (
  path: string,
  key: string,
  toFields: (server: ServerEntry) => Record<string, unknown>,
): ConfigFile => ({
  path,
  connect: (text, { server }) => {
    const document = new JsonDocument(path, text);
    setServer(document, key, server, toFields);
    return document.toString();
  },
  disconnect: (text) => {
    const document = new JsonDocument(path, text);
    removeServer(document, key);
    return document.toString();
  },
});
