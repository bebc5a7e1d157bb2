import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/**
 * Downloads artifacts with their runtime dependencies into `folder`.
 *
 * @param artifacts list of `group:name:version`
 */
export async function fetchJars(folder: string, artifacts: readonly string[]): Promise<void> {
  const project = join(folder, 'pom.xml');
  writeFileSync(project, projectOf(artifacts));
  await runTool('mvn', [
    '--quiet',
    '--batch-mode',
    `--file=${project}`,
    `${DEPENDENCY_PLUGIN}:copy-dependencies`,
    '-DincludeScope=runtime',
    `-DoutputDirectory=${folder}`,
  ]);
  rmSync(project);
}

/** Downloads `group:name:version:type` into `folder` as `name-version.type`. Returns the path. */
export async function fetchArtifact(folder: string, artifact: string): Promise<string> {
  await runTool(
    'mvn',
    [
      '--quiet',
      '--batch-mode',
      `${DEPENDENCY_PLUGIN}:copy`,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${folder}`,
    ],
    { cwd: folder },
  );
  const [, name, version, type] = artifact.split(':');
  return join(folder, `${name}-${version}.${type}`);
}

function projectOf(artifacts: readonly string[]): string {
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>loci</groupId><artifactId>test-server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    ${dependencies.join('\n    ')}
  </dependencies>
</project>
`;
}
