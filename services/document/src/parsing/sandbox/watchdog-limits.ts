/** Limits that the watchdog enforces. */
export interface WatchdogLimits {
  /** Milliseconds until the parser process is killed. */
  timeoutMs: number;
  /** Resident memory of the parser process, in bytes, above which it is killed. */
  memoryBytes: number;
}

/** Encodes the limits as the environment of the parser process, which has no other variables. */
export const watchdogEnvironment = ({ timeoutMs, memoryBytes }: WatchdogLimits): Record<string, string> => ({
  PARSER_TIMEOUT_MS: String(timeoutMs),
  PARSER_MEMORY_BYTES: String(memoryBytes),
});

/** Decodes the limits from the environment of the parser process. */
export const readWatchdogLimits = (environment: NodeJS.ProcessEnv): WatchdogLimits => ({
  timeoutMs: Number(environment['PARSER_TIMEOUT_MS']),
  memoryBytes: Number(environment['PARSER_MEMORY_BYTES']),
});
