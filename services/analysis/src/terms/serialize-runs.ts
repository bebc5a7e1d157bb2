/** Serializes runs as one line per run. Words contain neither spaces nor line breaks. */
export const serializeRuns = (runs: readonly (readonly string[])[]): string =>
  runs.map((run) => run.join(' ')).join('\n');
