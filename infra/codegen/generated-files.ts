import { readFileSync } from 'node:fs';
import { TOOL_NAMES } from '@loci/gateway';
import { imageListFile } from '../checks/deployment/image-list.ts';
import { chartPlatformFile } from '../checks/deployment/helm/chart-platform.ts';
import { observabilityFiles } from '../checks/observability/generated-files.ts';
import { openApiFile, publicRoutesFile } from './api-description.ts';
import { clientPersonasFile } from './client-personas.ts';
import { clientRequestsFile } from './client-requests.ts';
import { clientTypesFile } from './client-types.ts';
import { configurationPage } from './configuration-page.ts';
import { SERVICES, STANDALONE, TOOLS } from './programs.ts';

/** A file that is generated from the code. */
export interface GeneratedFile {
  /** Path relative to the root of the repository. */
  path: string;
  content: () => string | Promise<string>;
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'docs/configuration.md', content: () => configurationPage(STANDALONE, SERVICES, TOOLS) },
  { path: 'gateway/src/api-description/public-routes.json', content: publicRoutesFile },
  { path: 'gateway/src/api-description/openapi.json', content: openApiFile },
  { path: 'clients/typescript/src/generated/openapi.ts', content: clientTypesFile },
  { path: 'clients/typescript/src/generated/requests.ts', content: clientRequestsFile },
  { path: 'clients/typescript/src/generated/personas.ts', content: clientPersonasFile },
  { path: 'infra/helm/loci/files/platform.yaml', content: chartPlatformFile },
  { path: 'infra/docker/images.txt', content: imageListFile },
  ...observabilityFiles(),
  {
    // The briefing of the personality service names the tools of the gateway, but the service must not import the gateway.
    path: 'services/personality/src/awakening/tool-names.json',
    content: () => `${JSON.stringify(TOOL_NAMES, null, 2)}\n`,
  },
];

export const locate = ({ path }: GeneratedFile): URL => new URL(`../../${path}`, import.meta.url);

/** Resolves to true if the committed file equals the generated content. */
export const isCurrent = async (file: GeneratedFile): Promise<boolean> =>
  readFileSync(locate(file), 'utf8') === (await file.content());
