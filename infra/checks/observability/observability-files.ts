import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const OBSERVABILITY = join(ROOT, 'infra', 'observability');

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity?: string };
  annotations?: { summary?: string; description?: string; runbook_url?: string };
}

interface AlertTest {
  alertname: string;
  exp_alerts: unknown[];
}

export interface DashboardPanel {
  type: string;
  title: string;
  description?: string;
  datasource?: { uid: string };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string; datasource: { uid: string } }[];
}

export interface DashboardFile {
  file: string;
  uid: string;
  title: string;
  description: string;
  panels: DashboardPanel[];
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
}

const read = (path: string): string => readFileSync(join(OBSERVABILITY, path), 'utf8');

const files = (pattern: string): string[] => globSync(pattern, { cwd: OBSERVABILITY }).sort();

/** Reads all rules, in the order of the files. */
export const readRules = (): Rule[] =>
  files('rules/*.yaml').flatMap((file) =>
    (parse(read(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules),
  );

/** Reads the expectations of all unit tests. */
export const readAlertTests = (): AlertTest[] =>
  files('rule-tests/*.yaml').flatMap((file) =>
    (parse(read(file)) as { tests: { alert_rule_test: AlertTest[] }[] }).tests.flatMap(
      ({ alert_rule_test: tests }) => tests,
    ),
  );

export const readDashboards = (): DashboardFile[] =>
  files('dashboards/*.json').map((file) => ({
    ...(JSON.parse(read(file)) as Omit<DashboardFile, 'file'>),
    file,
  }));

/** Replaces the variables of Grafana outside of strings, so that the query is valid PromQL. */
export const withoutVariables = (query: string): string => query.replaceAll('$__rate_interval', '5m');
