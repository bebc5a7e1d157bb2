import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { baseName, createQueryCheck, REGISTERED_METRICS } from './known-metrics.ts';
import { ROOT, readAlertTests, readDashboards, readRules, withoutVariables } from './observability-files.ts';
import { usedMetrics } from './promql.ts';

const rules = readRules();
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = rules.flatMap(({ record = [] }) => record);
const dashboards = readDashboards();
const problemsOf = createQueryCheck(recorded);

const queries = dashboards.flatMap(({ panels }) =>
  panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => withoutVariables(expr))),
);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the rules of Prometheus', () => {
  test.each(rules)('use only exported metrics and labels in $record$alert', ({ expr }) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  test('have no recording rule that nothing uses', () => {
    const used = [...rules.map(({ expr }) => expr), ...queries].flatMap(usedMetrics).map(({ name }) => name);
    expect(recorded.filter((name) => !used.includes(name))).toEqual([]);
  });
});

describe.each(alerts)('the alert $alert', ({ alert, labels, annotations }) => {
  test('has a severity and a text', () => {
    expect(['critical', 'warning']).toContain(labels?.severity);
    expect(annotations).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
  });

  test('has a runbook with its severity', () => {
    expect(annotations?.runbook_url).toBe(`docs/runbooks/${alert}.md`);
    const page = read(annotations!.runbook_url!);
    expect(page).toContain(`# ${alert}\n`);
    expect(page).toContain(`Severity: ${labels!.severity}`);
    for (const heading of ['## Meaning', '## Impact', '## Diagnosis', '## Mitigation'])
      expect(page).toContain(heading);
    expect(read('docs/runbooks/README.md')).toContain(`[${alert}](${alert}.md)`);
  });

  test('fires in one unit test and does not fire in another one', () => {
    const fires = readAlertTests()
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts: expected }) => expected.length > 0);
    expect(fires).toContain(true);
    expect(fires).toContain(false);
  });
});

test('the unit tests of the alerts name only existing alerts', () => {
  // promtool accepts a test that expects no alert of an unknown name.
  const names = alerts.map(({ alert }) => alert);
  expect(readAlertTests().filter(({ alertname }) => !names.includes(alertname))).toEqual([]);
});

describe('the runbooks', () => {
  test('belong to an alert', () => {
    const pages = globSync('Loci*.md', { cwd: join(ROOT, 'docs', 'runbooks') });
    expect(pages.sort()).toEqual(alerts.map(({ alert }) => `${alert}.md`).sort());
  });
});

describe.each(dashboards)('the dashboard $title', ({ file, uid, description, panels, templating }) => {
  const withQueries = panels.filter(({ type }) => type !== 'row');

  test('has an identifier, a description and a variable for the data source', () => {
    expect(file).toBe(`dashboards/${uid.replace('loci-', '')}.json`);
    expect(description).not.toBe('');
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    expect(withQueries.length).toBeGreaterThan(5);
  });

  test.each(withQueries)('describes $title with a unit, and uses only exported metrics', (panel) => {
    expect(panel.title).not.toBe('');
    expect(panel.description).toMatch(/\.$/);
    expect(panel.fieldConfig?.defaults.unit).toEqual(expect.any(String));
    expect(panel.targets!.length).toBeGreaterThan(0);
    for (const { expr, datasource } of panel.targets!) {
      expect(problemsOf(withoutVariables(expr))).toEqual([]);
      expect(datasource.uid).toBe('${datasource}');
    }
  });

  test('names only existing alerts', () => {
    const named = JSON.stringify(panels).match(/\bLoci[A-Z]\w+/g) ?? [];
    expect(named.filter((name) => !existsSync(join(ROOT, 'docs', 'runbooks', `${name}.md`)))).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const [metricsSection] = /## Monitor metrics\n[^]*?\n## /.exec(read('docs/operations.md'))!;
  const documented = new Set(
    [...metricsSection.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, name]) => name!),
  );
  const registered = REGISTERED_METRICS.map(({ name }) => name);

  test('lists all metrics of the rules and dashboards', () => {
    const used = [...rules.map(({ expr }) => expr), ...queries]
      .flatMap(usedMetrics)
      .map(({ name }) => baseName(name));
    const missing = [...new Set(used)].filter(
      (name) => !documented.has(name) && !recorded.includes(name) && !['up', 'ALERTS'].includes(name),
    );
    expect(missing).toEqual([]);
  });

  test('lists all metrics of Loci, and only existing ones', () => {
    const ofLoci = registered.filter((name) => /^(loci|http|messaging|db)_/.test(name));
    expect(ofLoci.filter((name) => !documented.has(name))).toEqual([]);
    expect([...documented].filter((name) => !registered.includes(name))).toEqual([]);
  });
});

describe('the check of queries', () => {
  test.each([
    [
      'a misspelled metric',
      'sum(rate(loci_dead_letter_total[5m]))',
      'loci_dead_letter_total is not exported',
    ],
    [
      'a base name of a histogram',
      'http_server_request_duration_seconds',
      'http_server_request_duration_seconds is not exported',
    ],
    [
      'an unknown matcher',
      'loci_consumer_lag_events{topic="a"}',
      'loci_consumer_lag_events has no label topic',
    ],
    [
      'an unknown label of an aggregation',
      'max by (topic) (loci_consumer_lag_events)',
      'loci_consumer_lag_events has no label topic',
    ],
    [
      'an unknown label of a join',
      'loci_open_suggestions and on (kind) loci_unfinished_erasures',
      'loci_open_suggestions has no label kind',
    ],
    [
      'an unknown source of label_replace',
      'sum by (group) (label_replace(loci_open_suggestions, "group", "$1", "consumer", "(.*)"))',
      'loci_open_suggestions has no label consumer',
    ],
    [
      'an unknown recording rule',
      'namespace:loci_api_errors:rate5m',
      'namespace:loci_api_errors:rate5m is not exported',
    ],
    ['invalid syntax', 'sum by (group (up)', 'Invalid PromQL at'],
  ])('finds %s', (_, query, problem) => {
    expect(problemsOf(query)).toContainEqual(expect.stringContaining(problem));
  });
});
