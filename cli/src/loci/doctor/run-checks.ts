import type { CommandContext, GlobalOptions } from '../command-context.ts';
import { stateFolder } from '../credentials/config-folder.ts';
import { dataDirOf } from '../operators/data-dir-option.ts';
import { resolveTarget } from '../session.ts';
import type { CheckResult } from './check.ts';
import { checkCredentialsFile, checkDataFolder, checkDisk, checkFolders } from './check-folders.ts';
import { checkPorts } from './check-ports.ts';
import { checkServer } from './check-server.ts';
import { checkNode, checkNpm } from './check-versions.ts';

/** Runs all checks, also if some of them fail. */
export async function runChecks(
  context: CommandContext,
  options: GlobalOptions & { dataDir?: string },
): Promise<CheckResult[]> {
  const { machine } = context;
  const { baseUrl } = await resolveTarget(context, options);
  const dataDir = dataDirOf(context, options);
  const data = await checkDataFolder(dataDir, machine.platform);
  const hasData = data.some(({ status }) => status !== 'skip');
  const server = await checkServer(context, options, baseUrl);
  const isRunning = server.some(({ name, status }) => name === 'server' && status === 'ok');
  return [
    checkNode(process.versions.node),
    await checkNpm(machine.env),
    await checkFolders(machine),
    await checkCredentialsFile(machine),
    await checkDisk(hasData ? dataDir : stateFolder(machine)),
    await checkPorts(machine.env, isRunning),
    ...data,
    ...server,
  ];
}
