import { componentNames } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import type { ReaderSettingRepository } from './reader-setting.repository.ts';
import { replaceReaderSetting } from './replace-reader-setting.ts';
import type { ReplaceReaderSettingDeps } from './replace-reader-setting.ts';

export type ReaderSettingDeps = ReplaceReaderSettingDeps & {
  readerSettings: Pick<ReaderSettingRepository, 'find'>;
};

const recording = z.boolean().describe('True if Loci records who reads the memories of the tenant.');
const readerSettingBody = z.object({ recording });
const readerSettingResource = z.object({ recording }).register(componentNames, { name: 'ReaderSetting' });

/** Operations of the setting. @see docs/reference/memories.md#turn-the-recording-off */
export const readerSettingRoutes = (deps: ReaderSettingDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/settings/readers',
    scope: 'read',
    summary: 'Get whether readers are recorded',
    operationId: 'getReaderSetting',
    description: 'Returns whether Loci records who reads the memories of the tenant.',
    response: readerSettingResource,
    handle: async ({ caller: { tenantId } }) => ({
      recording: await deps.inTransaction(tenantId, (tx) => deps.readerSettings.find(tx, tenantId)),
    }),
  }),
  route({
    method: 'put',
    path: '/api/v2/settings/readers',
    scope: 'write',
    summary: 'Turn the recording of readers on or off',
    operationId: 'replaceReaderSetting',
    description:
      'Sets whether later reads are recorded. Records that exist remain until they are 90 days old.',
    body: readerSettingBody,
    response: readerSettingResource,
    errors: ['AUTH_FORBIDDEN'],
    example: { body: { recording: false } },
    handle: async ({ caller, body }) => {
      await replaceReaderSetting(deps, caller, body.recording);
      return body;
    },
  }),
];
