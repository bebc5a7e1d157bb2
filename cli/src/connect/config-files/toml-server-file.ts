import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import type { TomlTable } from 'smol-toml';
import type { ConfigFile, ServerEntry } from '../assistant.ts';
import { CONNECTION_FIELDS, isLociServer, SERVER_NAME } from '../server-entry.ts';
import { ConfigError } from './config-error.ts';

const KEY = 'mcp_servers';
const PARSE_OPTIONS = { integersAsBigInt: 'asNeeded' } as const;
/** Header of the table of the entry, or of a table inside it. */
const HEADER = /^\[[ \t]*mcp_servers[ \t]*\.[ \t]*(loci|"loci"|'loci')[ \t]*(\.[^\]]*)?\][ \t]*(#.*)?$/u;
const ANY_HEADER = /^\[/u;

/**
 * Returns a TOML file with MCP servers in tables `mcp_servers.<name>`. Only the lines of the entry are changed. Each change is
 * verified: the rest of the file must have the same values as before.
 */
export const tomlServerFile = (path: string, toFields: (server: ServerEntry) => TomlTable): ConfigFile => ({
  path,
  connect: (text, { server }) => {
    const before = parseToml(path, text);
    const fields = toFields(server);
    const current = serversOf(path, before)[SERVER_NAME] as TomlTable | undefined;
    const entry = { ...withoutConnection(current ?? {}), ...fields };
    if (current !== undefined && isEqual(current, entry)) return text;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const kept = removeTables(text);
    const lines = stringify({ [KEY]: { [SERVER_NAME]: entry } }).trimEnd();
    const separator = kept === '' ? '' : eol;
    const result = `${withLineEnd(kept, eol)}${separator}${lines.replaceAll('\n', eol)}${eol}`;
    return verify(path, result, { ...before, [KEY]: { ...serversOf(path, before), [SERVER_NAME]: entry } });
  },
  disconnect: (text) => {
    const before = parseToml(path, text);
    const { [SERVER_NAME]: current, ...others } = serversOf(path, before);
    if (!isLociServer(current)) return text;
    const { [KEY]: _servers, ...rest } = before;
    return verify(
      path,
      removeTables(text),
      Object.keys(others).length === 0 ? rest : { ...rest, [KEY]: others },
    );
  },
});

/** Compares values. The parser creates objects without a prototype. */
const isEqual = (left: TomlTable, right: TomlTable): boolean =>
  isDeepStrictEqual(structuredClone(left), structuredClone(right));

function parseToml(path: string, text: string): TomlTable {
  try {
    return parse(text, PARSE_OPTIONS);
  } catch (error) {
    const { line, column, message } = error as { line?: number; column?: number; message: string };
    throw new ConfigError(
      `${path}:${line ?? 1}:${column ?? 1} is not valid TOML (${message.split('\n')[0]!.replace(/^Invalid TOML document: /u, '')}). ` +
        'Correct the file, and run the command again.',
    );
  }
}

function serversOf(path: string, document: TomlTable): TomlTable {
  const servers = document[KEY] ?? {};
  if (typeof servers === 'object' && !Array.isArray(servers) && !(servers instanceof Date)) return servers;
  throw new ConfigError(`${path}: "${KEY}" is not a table. Correct the file.`);
}

const withoutConnection = (entry: TomlTable): TomlTable =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => !CONNECTION_FIELDS.includes(field)));

/** Removes the lines of the tables of the entry, and the empty line before them. */
function removeTables(text: string): string {
  const kept: string[] = [];
  // Empty lines and comments at the end of a table belong to the next table.
  let trailing: string[] = [];
  let isInside = false;
  for (const line of text.split(/(?<=\n)/u)) {
    const content = line.trim();
    if (HEADER.test(content)) {
      if (!isInside && kept.at(-1)?.trim() === '') kept.pop();
      isInside = true;
      trailing = [];
    } else if (ANY_HEADER.test(content)) {
      isInside = false;
      kept.push(...trailing);
      trailing = [];
    }
    if (!isInside) kept.push(line);
    else if (content === '' || content.startsWith('#')) trailing.push(line);
    else trailing = [];
  }
  return [...kept, ...trailing].join('');
}

const withLineEnd = (text: string, eol: string): string =>
  text === '' || text.endsWith('\n') ? text : text + eol;

/** Returns the text if it has the expected values. A table that is written in another form can prevent this. */
function verify(path: string, text: string, expected: TomlTable): string {
  let actual: TomlTable | undefined;
  try {
    actual = parse(text, PARSE_OPTIONS);
  } catch {
    actual = undefined;
  }
  if (actual !== undefined && isEqual(actual, expected)) return text;
  throw new ConfigError(
    `${path} has the MCP servers in a form that cannot be changed automatically. ` +
      `Write the server as a table [${KEY}.${SERVER_NAME}], or remove it, and run the command again.`,
  );
}
