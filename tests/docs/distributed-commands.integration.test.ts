import { expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../infra/documentation/src/documented-commands.ts';
import { distributedEnvironmentSchema } from '@loci/cli';
import { loadConfig } from '@loci/runtime';

test('the commands of docs/distributed.md create the bucket and start the services with valid variables', () => {
  const variables = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const calls = documentedToolCalls(
    'docs/distributed.md',
    'tests/docs/distributed-commands.integration.test.ts',
    variables,
  );
  expect(calls).toMatchObject([{ tool: 'cli/src/distributed/start-distributed.main.ts', args: [] }]);
  const { environment } = calls[0]!;
  expect(() => loadConfig(distributedEnvironmentSchema, environment)).not.toThrow();
  expect(environment['DATABASE_ADMIN_URL']).toMatch(/\/loci$/);
});
