import { existsSync } from 'node:fs';
import { Argument } from 'commander';
import type { Command } from 'commander';
import type { Assistant, Setup } from '../../connect/assistant.ts';
import { ASSISTANTS } from '../../connect/assistants.ts';
import type { FileChange } from '../../connect/change-file.ts';
import { ConfigError } from '../../connect/config-files/config-error.ts';
import { connectAssistant, disconnectAssistant } from '../../connect/connect-assistant.ts';
import { lineChanges } from '../../connect/line-changes.ts';
import { stableProgram } from '../../connect/stable-program.ts';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { configFolder } from '../credentials/config-folder.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { integerBetween } from '../option-values.ts';
import { cleanText } from '../output/clean-text.ts';
import { requireServerOfProfile, resolveTarget } from '../session.ts';
import type { Target } from '../session.ts';

interface Options {
  all?: true;
  remove?: true;
  oauth?: true;
  capture: boolean;
  tokens?: number;
  dryRun?: true;
}

interface Result {
  assistant: Assistant;
  changes: FileChange[];
  error: string | null;
}

/** Claude Code replaces a longer output of a hook by its start. 2,500 tokens have at most 8,750 characters. */
const MAX_TOKENS = 2_500;

/** Adds `loci connect`. @see docs/connect-an-assistant.md#connect-with-one-command */
export function addConnectCommand(program: Command, context: CommandContext): void {
  program
    .command('connect')
    .summary('connect assistants on this machine to Loci')
    .description(
      'Adds Loci to the configuration of assistants on this machine, and installs hooks that recall and store memories ' +
        'automatically. Each changed file gets a backup. Without names, asks for the installed assistants.',
    )
    .addArgument(
      new Argument('[assistants...]', 'assistants to configure').choices(ASSISTANTS.map(({ name }) => name)),
    )
    .option('--all', 'all assistants that are installed')
    .option('--remove', 'remove Loci from the configuration')
    .option('--no-capture', 'install no hooks, so the assistant decides when to recall and store')
    .option(
      '--tokens <number>',
      'maximum tokens that a hook adds to a prompt (default: 800)',
      integerBetween(100, MAX_TOKENS),
    )
    .option('--oauth', 'let the assistant connect over HTTP and sign in on its own')
    .option('--dry-run', 'only print the changes')
    .action(async (names: string[], _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const target = await resolveTarget(context, options);
      requireServerOfProfile(target);
      const assistants = await selectAssistants(context, names, options);
      const setup = await createSetup(context, target, options);
      const results: Result[] = [];
      for (const assistant of assistants)
        results.push(await changeAssistant(context, assistant, setup, options));
      if (options.json === true) terminal.printJson(results.map(toJson));
      else for (const result of results) printResult(context, result, options);
      if (options.remove !== true && target.profileUrl === undefined)
        terminal.note('You are not signed in. Run `loci login` before you use the assistant.');
      const failed = results.filter(({ error }) => error !== null);
      if (failed.length > 0)
        throw new CommandError(EXIT_CODE.usage, failed.map(({ error }) => error).join('\n'));
    });
}

async function selectAssistants(
  { terminal, machine }: CommandContext,
  names: readonly string[],
  { all, remove, json }: Options & { json?: true },
): Promise<Assistant[]> {
  if (names.length > 0) return ASSISTANTS.filter(({ name }) => names.includes(name));
  const installed = ASSISTANTS.filter((assistant) =>
    assistant.traces(machine).some((path) => existsSync(path)),
  );
  if (installed.length === 0)
    throw new CommandError(
      EXIT_CODE.notFound,
      'No supported assistant is installed for this user. Name one to configure it anyway, for example: loci connect codex',
    );
  if (all === true) return installed;
  if (!terminal.isInteractive || json === true)
    throw new CommandError(
      EXIT_CODE.usage,
      `Installed: ${installed.map(({ name }) => name).join(', ')}. Name the assistants, or select these with --all.`,
    );
  const chosen: Assistant[] = [];
  for (const assistant of installed) {
    const question = remove === true ? `Remove Loci from ${assistant.title}?` : `Connect ${assistant.title}?`;
    if (await terminal.confirm(question)) chosen.push(assistant);
  }
  if (chosen.length === 0) throw new CommandError(EXIT_CODE.canceled, 'Nothing was changed.');
  return chosen;
}

async function createSetup(context: CommandContext, target: Target, options: Options): Promise<Setup> {
  const { machine } = context;
  const program = await stableProgram(
    context.program,
    machine,
    options.dryRun === true || options.remove === true,
  );
  const folder = configFolder(machine);
  // Assistants that are not started in this shell do not have its variables.
  const isDefault = folder === configFolder({ ...machine, env: { ...machine.env, LOCI_CONFIG_DIR: '' } });
  const global = [
    ...(target.profile === 'default' ? [] : ['--profile', target.profile]),
    ...(isDefault ? [] : ['--config-dir', folder]),
  ];
  const run = (...words: string[]) => ({
    command: program.command,
    args: [...program.args, ...words, ...global],
  });
  const tokens = options.tokens === undefined ? [] : ['--tokens', String(options.tokens)];
  return {
    server:
      options.oauth === true
        ? { kind: 'http', url: `${target.baseUrl}/mcp` }
        : { kind: 'process', ...run('mcp') },
    hook: options.capture
      ? (assistant, action) => run('hook', assistant, action, ...(action === 'recall' ? tokens : []))
      : undefined,
  };
}

async function changeAssistant(
  { machine }: CommandContext,
  assistant: Assistant,
  setup: Setup,
  { remove, dryRun, oauth }: Options,
): Promise<Result> {
  try {
    if (oauth === true && remove !== true && !assistant.acceptsHttp)
      throw new ConfigError(`${assistant.title} cannot connect over HTTP. Run the command without --oauth.`);
    const change = remove === true ? disconnectAssistant : connectAssistant;
    return { assistant, changes: await change(assistant, machine, setup, dryRun === true), error: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { assistant, changes: [], error: error.message };
  }
}

function printResult(
  { terminal }: CommandContext,
  { assistant, changes, error }: Result,
  options: Options,
): void {
  if (error !== null) return;
  terminal.print(terminal.style('bold', assistant.title));
  for (const { path, kind, before, after, backup } of changes) {
    terminal.print(`  ${kind.padEnd(9)}  ${cleanText(path)}`);
    if (backup !== null) terminal.print(`  ${'backup'.padEnd(9)}  ${cleanText(backup)}`);
    if (options.dryRun === true)
      for (const line of lineChanges(before, after)) terminal.print(`    ${cleanText(line)}`);
  }
  const isChanged = changes.some(({ kind }) => kind !== 'unchanged');
  if (isChanged && options.dryRun !== true && options.remove !== true)
    terminal.print(`  ${assistant.nextStep}`);
}

const toJson = ({ assistant, changes, error }: Result): object => ({
  assistant: assistant.name,
  files: changes.map(({ path, kind, backup, before, after }) => ({
    path,
    change: kind,
    backup,
    lines: lineChanges(before, after),
  })),
  error,
});
