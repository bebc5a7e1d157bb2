import { parse } from 'yaml';
import type { Container } from '../container.ts';

interface ComposeFile {
  services: Record<string, { image?: string; command?: string[]; environment?: Record<string, string> }>;
}

/** Lists the containers of the Loci images in a compose file. All variables must be interpolated. */
export function composeContainers(text: string): Container[] {
  const file = parse(text, { merge: true }) as ComposeFile;
  return Object.entries(file.services)
    .filter(([, service]) => /^loci(-standalone)?:/.test(service.image ?? ''))
    .map(([name, { command = [], environment = {} }]) => ({
      name: `docker-compose.yml: ${name}`,
      command,
      environment,
    }));
}
