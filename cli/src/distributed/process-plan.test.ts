import { expect, test } from '@jest/globals';
import { planProcesses } from './process-plan.ts';

test('planProcesses plans one process with all roles per service', () => {
  const plan = planProcesses({ splitRoles: false });
  expect(plan).toHaveLength(11);
  expect(plan.find(({ name }) => name === 'memory')?.roles).toBe('api,consumers,relay');
});

test('planProcesses plans one process per role if splitRoles is true', () => {
  const plan = planProcesses({ splitRoles: true });
  const ofAnalysis = plan.filter(({ service }) => service === 'analysis');
  expect(ofAnalysis.map(({ name, roles }) => [name, roles])).toEqual([
    ['analysis', 'api'],
    ['analysis-consumers', 'consumers'],
  ]);
});
