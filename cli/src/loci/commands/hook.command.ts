import type { Command } from 'commander';
import { Loci } from '@loci/client';
import { CaptureState } from '../../capture/capture-state.ts';
import { captureTranscript, storeMessage } from '../../capture/capture-transcript.ts';
import { parseHookInput, promptToMemory } from '../../capture/hook-input.ts';
import { HookLog } from '../../capture/hook-log.ts';
import { hookClientOptions } from '../../capture/hook-credentials.ts';
import { recallContext } from '../../capture/recall-context.ts';
import { resolveTranscript, transcriptFormat } from '../../capture/transcripts.ts';
import type { CommandContext, GlobalOptions } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { configDirOption, withConfigDir } from '../config-dir-option.ts';
import { stateFolder } from '../credentials/config-folder.ts';
import { tokensOfProfile } from '../credentials/token-source.ts';
import { clientOptions, resolveTarget } from '../session.ts';

interface Options {
  tokens?: string;
  configDir?: string;
}

/** Everything that an action of a hook needs. */
interface HookRun {
  assistant: string;
  context: CommandContext;
  options: Options & GlobalOptions;
  /** Options that the next process of the hook needs. */
  forwarded: readonly string[];
  state: CaptureState;
  log: HookLog;
}

/** Longest time that a hook delays a prompt, without the start of the process. */
const RECALL_DEADLINE_MS = 1_500;
const STORE_DEADLINE_MS = 1_500;
/** Longest time of the process that stores messages, which delays no assistant. */
const CAPTURE_DEADLINE_MS = 60_000;
const DEFAULT_TOKENS = 800;
/** Messages can have an earlier time than the first hook of their session, which the assistant starts after it. */
const CLOCK_TOLERANCE_MS = 10_000;

/** Names of the events in the output, with the context for the prompt. */
const RECALL_EVENTS: Readonly<Record<string, string>> = {
  'claude-code': 'UserPromptSubmit',
  codex: 'UserPromptSubmit',
  'gemini-cli': 'BeforeAgent',
};

/** Outputs of hooks that store, for assistants that need one. */
const STORE_OUTPUTS: Readonly<Record<string, object>> = { cursor: { continue: true } };

/**
 * Adds `loci hook`, which assistants call. It never fails and never delays an assistant for long: errors are only logged.
 *
 * @see docs/connect-an-assistant.md#recall-and-store-automatically
 */
export function addHookCommand(program: Command, context: CommandContext): void {
  program
    .command('hook', { hidden: true })
    .argument('<assistant>')
    .argument('<action>')
    .option('--tokens <number>')
    .addOption(configDirOption())
    // A later version of `loci connect` can have written further options.
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (assistant: string, action: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const log = new HookLog(stateFolder(context.machine));
      try {
        const run = ACTIONS[action];
        const isKnown = assistant in RECALL_EVENTS || (assistant in STORE_OUTPUTS && action !== 'recall');
        if (run === undefined || !isKnown) throw new Error('Unknown hook.');
        await run({
          assistant,
          options,
          log,
          context: withConfigDir(context, options.configDir),
          forwarded: forwardedOptions(options),
          state: new CaptureState(stateFolder(context.machine)),
        });
      } catch (error) {
        log.write(`${assistant} ${action}`, (error as Error).message);
      }
    });
}

const ACTIONS: Readonly<Record<string, (run: HookRun) => Promise<void>>> = {
  recall: runRecall,
  store: runStore,
  capture: runCapture,
  renew: runRenew,
};

const forwardedOptions = ({ profile, configDir }: Options & GlobalOptions): string[] => [
  ...(profile === undefined ? [] : ['--profile', profile]),
  ...(configDir === undefined ? [] : ['--config-dir', configDir]),
];

/** Prints the context for the prompt, at the start of a turn. */
async function runRecall({ assistant, context, options, forwarded, state }: HookRun): Promise<void> {
  const signal = AbortSignal.timeout(RECALL_DEADLINE_MS);
  await withDeadline(signal, async () => {
    const input = parseHookInput(await context.terminal.readInput(signal));
    const path = await transcriptPath(assistant, context, input.transcriptPath);
    if (path !== undefined) await state.begin(path, new Date(Date.now() - CLOCK_TOLERANCE_MS));
    const connection = await hookClientOptions(context, options, signal, () =>
      context.startDetached(['hook', assistant, 'renew', ...forwarded], ''),
    );
    const loci = new Loci({ ...connection, signal, maxRetries: 0 });
    const text = await recallContext(loci, input.prompt, Number(options.tokens ?? DEFAULT_TOKENS));
    if (text === '') return;
    context.terminal.print(
      JSON.stringify({
        hookSpecificOutput: { hookEventName: RECALL_EVENTS[assistant], additionalContext: text },
      }),
    );
  });
}

/** Starts a process that stores the messages of a turn, and does not wait for it. */
async function runStore({ assistant, context, forwarded }: HookRun): Promise<void> {
  if (assistant in STORE_OUTPUTS) context.terminal.print(JSON.stringify(STORE_OUTPUTS[assistant]));
  const signal = AbortSignal.timeout(STORE_DEADLINE_MS);
  await withDeadline(signal, async () => {
    const input = parseHookInput(await context.terminal.readInput(signal));
    const { transcriptPath: path, sessionId, messageId, prompt, folder, time } = input;
    const usesTranscript = transcriptFormat(assistant) !== undefined;
    await context.startDetached(
      ['hook', assistant, 'capture', ...forwarded],
      JSON.stringify(
        usesTranscript
          ? { transcript_path: path }
          : { session_id: sessionId, message_id: messageId, prompt, cwd: folder, timestamp: time },
      ),
    );
  });
}

async function runCapture({ assistant, context, options, state, log }: HookRun): Promise<void> {
  const signal = AbortSignal.timeout(CAPTURE_DEADLINE_MS);
  const input = parseHookInput(await context.terminal.readInput(signal));
  const loci = new Loci({ ...(await clientOptions(context, options)), signal, readYourWrites: false });
  const report = (message: string): void => log.write(`${assistant} capture`, message);
  const format = transcriptFormat(assistant);
  if (format === undefined) {
    const memory = promptToMemory(assistant, input);
    if (memory !== undefined) await storeMessage(loci, memory, assistant, report);
    return;
  }
  const path = await transcriptPath(assistant, context, input.transcriptPath);
  if (path === undefined) return;
  await state.begin(path, new Date(Date.now() - RECENT_MS));
  await captureTranscript({
    loci,
    assistant,
    path,
    state,
    report,
    createReader: (first) => format.createReader(path, first),
  });
}

/** Messages that are stored if the hook at the start of the turn did not run. */
const RECENT_MS = 10 * 60_000;

/** Renews the access token, in a separate process, because an interruption could lose the sign-in. */
async function runRenew({ context, options }: HookRun): Promise<void> {
  const { store, profile } = await resolveTarget(context, options);
  await tokensOfProfile(store, profile)({ rejectedToken: null });
}

async function transcriptPath(
  assistant: string,
  { machine }: CommandContext,
  path: string | undefined,
): Promise<string | undefined> {
  const format = transcriptFormat(assistant);
  if (format === undefined || path === undefined) return undefined;
  return resolveTranscript(format, machine, path);
}

/** Waits for `action` until the signal aborts. */
async function withDeadline(signal: AbortSignal, action: () => Promise<void>): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The deadline has passed.')), { once: true });
  });
  await Promise.race([action(), aborted]);
}
