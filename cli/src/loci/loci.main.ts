import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { openEditor } from './open-editor.ts';
import { Terminal } from './output/terminal.ts';
import { runLoci } from './run-loci.ts';
import { startDetached } from './start-detached.ts';

const { stdin, stdout, stderr, env, platform } = process;
const streams = { stdin, stdout, stderr };
// A reader such as `head` can close the pipe before the end of the output.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
const program = {
  command: process.execPath,
  args: [...process.execArgv, realpathSync(process.argv[1]!)],
};
const context = {
  terminal: new Terminal(streams, env),
  streams,
  machine: { platform, home: homedir(), env },
  program,
  cwd: process.cwd(),
  catchInterrupt: () => {
    const interrupt = new AbortController();
    process.once('SIGINT', () => interrupt.abort());
    return interrupt.signal;
  },
  startDetached: (args: readonly string[], input: string) => startDetached(program, args, input),
  openEditor,
};
process.exitCode = await runLoci(process.argv.slice(2), context, streams);
