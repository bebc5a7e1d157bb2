/** A sample of a metric. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses metrics in the text format of Prometheus. Ignores comments and lines that are no samples. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || Number.isNaN(Number(value))) return [];
    const entries = [...labels.matchAll(LABEL)].map(([, key, text_]): [string, string] => [
      key!,
      text_!.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
    ]);
    return [{ name, labels: Object.fromEntries(entries), value: Number(value) }];
  });
}
