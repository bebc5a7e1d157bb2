import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildGoCommand, installOnce, runTool } from '@loci/test-engines/install';
import { CACHE } from '../run-checker.ts';
import { goModuleFolder } from './go-modules.ts';

const KUBERNETES = 'v1.37.2';
const ETCD = 'v3.7.3';
const KWOK = 'v0.8.0';
const STAGES = [
  'node/fast/node-initialize.yaml',
  'node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
  'pod/fast/pod-ready.yaml',
  'pod/fast/pod-complete.yaml',
  'pod/fast/pod-delete.yaml',
];

/** Paths of the programs of a control plane, and of kwok, which pretends to run the pods. */
export interface ControlPlanePrograms {
  etcd: string;
  apiServer: string;
  controllerManager: string;
  scheduler: string;
  kwok: string;
  /** Files that describe how kwok changes nodes and pods. */
  stages: string[];
}

/** Builds the programs from the Go module proxy, once. Building Kubernetes takes about 10 minutes on two cores. */
export async function installControlPlane(): Promise<ControlPlanePrograms> {
  const kubernetes = await installOnce(CACHE, `kubernetes-${KUBERNETES}`, buildKubernetes);
  const etcd = await installOnce(CACHE, `etcd-${ETCD}`, (folder) =>
    buildInModule(folder, [`go.etcd.io/etcd/server/v3@${ETCD}`], ['go.etcd.io/etcd/server/v3']),
  );
  const kwok = await installOnce(CACHE, `kwok-${KWOK}`, async (folder) => {
    await buildGoCommand(folder, `sigs.k8s.io/kwok/cmd/kwok@${KWOK}`);
    const stages = join(await goModuleFolder('sigs.k8s.io/kwok', KWOK), 'kustomize', 'stage');
    for (const stage of STAGES) cpSync(join(stages, stage), join(folder, basename(stage)));
  });
  return {
    etcd: join(etcd, 'server'),
    apiServer: join(kubernetes, 'kube-apiserver'),
    controllerManager: join(kubernetes, 'kube-controller-manager'),
    scheduler: join(kubernetes, 'kube-scheduler'),
    kwok: join(kwok, 'kwok'),
    stages: STAGES.map((stage) => join(kwok, basename(stage))),
  };
}

/** The modules of Kubernetes replace each other with folders of its repository, which a Go module cannot contain. */
async function buildKubernetes(folder: string): Promise<void> {
  const module = join(await goModuleFolder('k8s.io/kubernetes', KUBERNETES), 'go.mod');
  const file = JSON.parse(await runTool('go', ['mod', 'edit', '-json', module])) as {
    Replace: { Old: { Path: string }; New: { Path: string } }[];
  };
  const staged = file.Replace.filter(({ New }) => New.Path.startsWith('./staging/'));
  const version = KUBERNETES.replace('v1', 'v0');
  const [, minor] = KUBERNETES.split('.');
  const setting = (name: string, value: string) => `-X k8s.io/component-base/version.${name}=${value}`;
  await buildInModule(
    folder,
    [`k8s.io/kubernetes@${KUBERNETES}`],
    ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map(
      (name) => `k8s.io/kubernetes/cmd/${name}`,
    ),
    {
      replace: staged.map(({ Old }) => `${Old.Path}=${Old.Path}@${version}`),
      // Helm reads the version from the API server.
      ldflags: [setting('gitVersion', KUBERNETES), setting('gitMajor', '1'), setting('gitMinor', minor!)],
    },
  );
}

/** Builds commands in a new module, because `go install` refuses modules that have replacements. */
async function buildInModule(
  folder: string,
  requirements: readonly string[],
  commands: readonly string[],
  { replace = [], ldflags = [] }: { replace?: readonly string[]; ldflags?: readonly string[] } = {},
): Promise<void> {
  const options = { cwd: folder, environment: { GOFLAGS: '-mod=mod' } };
  writeFileSync(join(folder, 'go.mod'), 'module loci.test/control-plane\n');
  // `go mod edit` fails without flags, and etcd has no replacements.
  const edits = [
    ...replace.map((each) => `-replace=${each}`),
    ...requirements.map((each) => `-require=${each}`),
  ];
  await runTool('go', ['mod', 'edit', ...edits], options);
  const output = commands.length === 1 ? join(folder, 'server') : `${folder}/`;
  await runTool('go', ['build', '-ldflags', ldflags.join(' '), '-o', output, ...commands], options);
}
