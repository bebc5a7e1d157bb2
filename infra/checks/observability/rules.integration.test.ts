import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { documentedCommand } from '../../documentation/src/documented-commands.ts';
import { OBSERVABILITY, readDashboards, readRules, withoutVariables } from './observability-files.ts';
import { installDashboardChecker } from './dashboard-checker.ts';
import type { DashboardChecker } from './dashboard-checker.ts';
import { installPromtool } from './promtool.ts';
import type { Promtool } from './promtool.ts';

const INSTALL_TIMEOUT_MS = 600_000;

let promtool: Promtool;
let checkDashboards: DashboardChecker;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loci-rules-'));
  for (const each of ['rules', 'rule-tests', 'dashboards'])
    cpSync(join(OBSERVABILITY, each), join(folder, each), { recursive: true });
  promtool = await installPromtool();
  checkDashboards = await installDashboardChecker();
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

const files = (pattern: string): string[] => globSync(join(folder, pattern)).sort();

const ALERTS = 'rules/alerts.yaml';

/** Changes a copied file while `run` runs. */
async function withChange<T>(path: string, from: string, to: string, run: () => Promise<T>): Promise<T> {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  try {
    return await run();
  } finally {
    writeFileSync(file, text);
  }
}

describe('the rules of Prometheus', () => {
  test('are valid', async () => {
    const { passes, output } = await promtool.checkRules(files('rules/*.yaml'));
    expect({ passes, output }).toEqual({ passes: true, output: expect.stringContaining('rules found') });
  });

  test('pass the unit tests of the alerts', async () => {
    const command = documentedCommand(
      'docs/observability.md',
      'infra/checks/observability/rules.integration.test.ts',
    );
    expect(files('rule-tests/*.yaml')).toHaveLength(3);
    const { passes, output } = await promtool.runCommands(command);
    expect({ passes, succeeded: output.match(/SUCCESS/g)?.length }).toEqual({ passes: true, succeeded: 3 });
  });

  test.each([
    ['an invalid query', 'up{job="loci"} == 0', 'up{job="loci" == 0', 'could not parse expression'],
    ['an unknown field', 'for: 5m', 'during: 5m', 'field during not found'],
    ['an invalid duration', 'for: 5m', 'for: often', 'not a valid duration'],
  ])('with %s are rejected', async (_, from, to, problem) => {
    const verdict = await withChange(ALERTS, from, to, () => promtool.checkRules([join(folder, ALERTS)]));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(problem);
  });

  test('fail a unit test of each alert that never fires', async () => {
    const alerts = readRules().flatMap(({ alert, expr }) => (alert === undefined ? [] : [{ alert, expr }]));
    const file = join(folder, ALERTS);
    const text = readFileSync(file, 'utf8');
    const never = alerts.map(({ alert, expr }) => ({ alert, expr: `vector(1) > 2 and on () (${expr})` }));
    writeFileSync(file, stringify({ groups: [{ name: 'never', rules: never }] }));
    const { output } = await promtool.testRules(files('rule-tests/*.yaml'));
    writeFileSync(file, text);
    for (const { alert } of alerts) expect(output).toContain(`alertname: ${alert}, time:`);
  });
});

describe('the unit tests of the alerts', () => {
  test.each([
    ['another annotation', 'summary: No process', 'summary: One process', 'alertname: LociDown, time: 3m'],
    ['a missing alert', 'exp_alerts: []', 'exp_alerts: [{ exp_labels: { a: b } }]', 'Labels:{a="b"'],
    ['an unknown field', 'eval_time: 3m', 'evaluation_time: 3m', 'field evaluation_time not found'],
    ['an earlier time', 'eval_time: 3m', 'eval_time: 1m', 'alertname: LociDown, time: 1m'],
  ])('with %s fail', async (_, from, to, problem) => {
    const path = 'rule-tests/availability.yaml';
    const verdict = await withChange(path, from, to, () => promtool.testRules([join(folder, path)]));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(problem);
  });
});

describe('the queries of the dashboards', () => {
  test('are valid for the parser of Prometheus', async () => {
    const rules = readDashboards()
      .flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets))
      .map(({ expr }, index) => ({ record: `dashboard:query_${index}`, expr: withoutVariables(expr) }));
    expect(rules.length).toBeGreaterThan(50);
    const file = join(folder, 'dashboards.yaml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboards', rules }] }));
    expect(await promtool.checkRules([file])).toMatchObject({ passes: true });
  });
});

describe('the dashboards', () => {
  test('have exactly the fields that the schemas of Grafana require and allow', async () => {
    const dashboards = files('dashboards/*.json');
    expect(dashboards).toHaveLength(7);
    expect(await checkDashboards(dashboards)).toEqual({ passes: true, output: '' });
  });

  test.each([
    ['an unknown field of a panel', '"expr"', '"expression"', "unexpected field 'expression'"],
    ['a missing field of the options', '"showLegend": true,', '', 'legend.showLegend: required field'],
    ['a wrong type', '"schemaVersion": 39', '"schemaVersion": "39"', 'schemaVersion'],
  ])('with %s are rejected', async (_, from, to, problem) => {
    const path = 'dashboards/engines.json';
    const verdict = await withChange(path, from, to, () => checkDashboards([join(folder, path)]));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(problem);
  });
});
