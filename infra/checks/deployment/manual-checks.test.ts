import { expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../documentation/src/documented-commands.ts';

test('the checks that run manually exist and have no options', () => {
  const calls = documentedToolCalls(
    'infra/checks/deployment/README.md',
    'infra/checks/deployment/manual-checks.test.ts',
  ).filter(({ tool }) => tool !== 'apt-get');
  expect(calls.map(({ tool }) => tool)).toEqual(
    calls.map(() => expect.stringMatching(/^infra\/checks\/deployment\/check-.*\.main\.ts$/)),
  );
  expect(calls.flatMap(({ args }) => args)).toEqual([]);
});
