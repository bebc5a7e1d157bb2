export interface EnvFile {
  /** Name to value, which is empty where it has to be filled in. */
  set: Record<string, string>;
  /** Names of variables that are shown in comments. */
  shown: string[];
}

/** Reads lines of `NAME=value` and `# NAME=value`. */
export function readEnvFile(text: string): EnvFile {
  const lines = [...text.matchAll(/^(# ?)?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  return {
    set: Object.fromEntries(
      lines.filter(([, comment]) => comment === undefined).map(([, , name, value]) => [name!, value!]),
    ),
    shown: lines.filter(([, comment]) => comment !== undefined).map(([, , name]) => name!),
  };
}
