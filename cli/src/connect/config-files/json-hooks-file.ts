import type { CommandLine, ConfigFile, HookAction } from '../assistant.ts';
import { JsonDocument } from './json-document.ts';

/** Event of an assistant, and what its hook does. */
export interface HookEvent {
  event: string;
  action: HookAction;
}

export interface HooksFormat {
  /** Name of the assistant, which the command of the hook contains. */
  assistant: string;
  events: readonly HookEvent[];
  /** True if an event has groups `{ hooks: [...] }`, false if it has hooks directly. */
  isGrouped: boolean;
  toHook(command: CommandLine, action: HookAction): Record<string, unknown>;
  /** Number of the format, which the file must contain. */
  version?: number;
}

/** Returns a JSON file with hooks by event below `hooks`. Hooks of other programs are kept. */
export const jsonHooksFile = (path: string, format: HooksFormat): ConfigFile => ({
  path,
  connect: (text, { hook }) => {
    if (hook === undefined) return disconnectHooks(path, text, format);
    const document = new JsonDocument(path, text);
    if (format.version !== undefined && document.get(['version']) === undefined)
      document.set(['version'], format.version);
    for (const { event, action } of format.events)
      setHook(document, event, format, format.toHook(hook(format.assistant, action), action));
    return document.toString();
  },
  disconnect: (text) => disconnectHooks(path, text, format),
});

function disconnectHooks(path: string, text: string, format: HooksFormat): string {
  if (text.trim() === '') return text;
  const document = new JsonDocument(path, text);
  let removed = 0;
  for (const { event } of format.events) {
    let found: (string | number)[] | undefined;
    while ((found = findHook(document, event, format)) !== undefined) {
      document.remove(found);
      removed += 1;
      // The hook, then the list of its group, then the group.
      if (format.isGrouped && (document.get(found.slice(0, -1)) as unknown[]).length === 0)
        document.remove(found.slice(0, 3));
    }
    if (removed > 0) document.removeIfEmpty(['hooks', event]);
  }
  if (removed > 0) document.removeIfEmpty(['hooks']);
  // A file that has only the version was created by `connect`.
  const fields = Object.keys(document.get([]) as object);
  if (removed > 0 && format.version !== undefined && fields.join() === 'version')
    document.remove(['version']);
  return document.toString();
}

function setHook(
  document: JsonDocument,
  event: string,
  format: HooksFormat,
  hook: Record<string, unknown>,
): void {
  const path = findHook(document, event, format);
  if (path !== undefined) document.set(path, hook);
  else
    document.set(
      ['hooks', event, document.array(['hooks', event]).length],
      format.isGrouped ? { hooks: [hook] } : hook,
    );
}

/** Returns the path of the first hook of Loci. */
function findHook(
  document: JsonDocument,
  event: string,
  format: HooksFormat,
): (string | number)[] | undefined {
  const list = document.array(['hooks', event]);
  for (const [index, entry] of list.entries()) {
    const path = ['hooks', event, index];
    if (!format.isGrouped && isLociHook(entry, format.assistant)) return path;
    if (!format.isGrouped || typeof (entry as { hooks?: unknown } | null)?.hooks !== 'object') continue;
    const position = document
      .array([...path, 'hooks'])
      .findIndex((hook) => isLociHook(hook, format.assistant));
    if (position !== -1) return [...path, 'hooks', position];
  }
  return undefined;
}

function isLociHook(hook: unknown, assistant: string): boolean {
  const { command, args } = (hook ?? {}) as { command?: unknown; args?: unknown };
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].join(' ');
  return new RegExp(`loci[^ /\\\\]* hook ${assistant} (recall|store)( |$)`, 'u').test(words);
}
