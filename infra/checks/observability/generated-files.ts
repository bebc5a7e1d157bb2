import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { grafanaDashboard } from '../../observability/src/dashboard.ts';
import { api } from '../../observability/src/dashboards/api.ts';
import { auth } from '../../observability/src/dashboards/auth.ts';
import { engines } from '../../observability/src/dashboards/engines.ts';
import { indexing } from '../../observability/src/dashboards/indexing.ts';
import { kafka } from '../../observability/src/dashboards/kafka.ts';
import { overview } from '../../observability/src/dashboards/overview.ts';
import { search } from '../../observability/src/dashboards/search.ts';

/** A generated file. Paths are relative to the root of the repository. */
interface ObservabilityFile {
  path: string;
  content: () => string;
}

const DASHBOARDS = { overview, api, search, indexing, kafka, engines, auth };

const RULES = join(import.meta.dirname, '..', '..', 'observability', 'rules');

/** Files with rules in `infra/observability/rules`. */
const RULE_FILES = ['alerts.yaml', 'recording-rules.yaml'];

const CHART_FILES = 'infra/helm/loci/files';

/**
 * Returns the dashboards, and the copies of the dashboards and the rules for the chart and kustomize, which can read only files in
 * their own folders.
 */
export function observabilityFiles(): ObservabilityFile[] {
  const dashboards = Object.entries(DASHBOARDS).flatMap(([name, dashboard]) =>
    ['infra/observability/dashboards', `${CHART_FILES}/dashboards`, 'k8s/components/grafana-dashboards'].map(
      (folder) => ({
        path: `${folder}/${name}.json`,
        content: () => `${JSON.stringify(grafanaDashboard(dashboard), null, 2)}\n`,
      }),
    ),
  );
  const rules = RULE_FILES.map((file) => ({
    path: `${CHART_FILES}/rules/${file}`,
    content: () => readFileSync(join(RULES, file), 'utf8'),
  }));
  return [
    ...dashboards,
    ...rules,
    { path: 'k8s/components/prometheus/prometheus-rule.yaml', content: prometheusRule },
  ];
}

/** Returns the object of the Prometheus Operator with all rules. */
function prometheusRule(): string {
  const groups = RULE_FILES.flatMap((file) => {
    const { groups } = parse(readFileSync(join(RULES, file), 'utf8')) as { groups: object[] };
    return groups;
  });
  const object = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'loci' },
    spec: { groups },
  };
  const header = '# Generated from infra/observability/rules with `npm run generate`. Do not edit.\n';
  return header + stringify(object, { lineWidth: 0, aliasDuplicateObjects: false });
}
