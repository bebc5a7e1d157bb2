export function runNpm(
  folder: string,
  parameters: string[],
  report: { what: string; progress: () => string },
): Promise<void>;

export function print(line: string): void;
