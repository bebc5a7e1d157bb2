export interface EnvFile {
  /** Values by name. A value that the user must fill in is empty. */
  set: Record<string, string>;
  /** Names of variables in comments. */
  shown: string[];
}

/** Parses lines of the form `NAME=value` and `# NAME=value`. */
export function readEnvFile(text: string): EnvFile {
  const lines = [...text.matchAll(/^(# ?)?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  return {
    set: Object.fromEntries(
      lines.filter(([, comment]) => comment === undefined).map(([, , name, value]) => [name!, value!]),
    ),
    shown: lines.filter(([, comment]) => comment !== undefined).map(([, , name]) => name!),
  };
}
