import { printLine, runCommand } from '../run-command.ts';
import { RESUME_HINT, runMoveToCluster } from './move-to-cluster.operator.ts';

await runCommand(async () => {
  const { lines } = await runMoveToCluster(process.env, printLine);
  for (const line of lines) printLine(line);
}, `${RESUME_HINT}\n`);
