import type { CUTS } from '../faults/fault.ts';

export type Cut = (typeof CUTS)[number];

/** A way to an engine that can be cut. */
export interface CutLine {
  /** `host:port` that clients connect to. */
  address: string;
  cut(how: Cut): Promise<void>;
  /** Without effect on a line that is not cut. */
  mend(): Promise<void>;
}

const TOXICS: Record<Exclude<Cut, 'refuse'>, readonly object[]> = {
  reset: ['upstream', 'downstream'].map((stream) => ({
    name: `reset-${stream}`,
    type: 'reset_peer',
    stream,
    attributes: { timeout: 0 },
  })),
  // With 0 the connection stays open for as long as the toxic is there.
  swallow: [{ name: 'swallow', type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } }],
};

/** @param listen `host:port`, or port 0 for any free one */
export async function openCutLine(
  toxiproxyUrl: string,
  { name, listen, upstream }: { name: string; listen: string; upstream: string },
): Promise<CutLine> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(path, toxiproxyUrl), {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Toxiproxy: ${method} ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const made = (await ask('POST', '/proxies', { name, listen, upstream, enabled: true })) as {
    listen: string;
  };
  return {
    address: made.listen,
    cut: async (how) => {
      if (how === 'refuse') await ask('POST', `/proxies/${name}`, { enabled: false });
      else for (const toxic of TOXICS[how]) await ask('POST', `/proxies/${name}/toxics`, toxic);
    },
    mend: async () => {
      const toxics = (await ask('GET', `/proxies/${name}/toxics`)) as { name: string }[];
      for (const toxic of toxics) await ask('DELETE', `/proxies/${name}/toxics/${toxic.name}`);
      await ask('POST', `/proxies/${name}`, { enabled: true });
    },
  };
}
