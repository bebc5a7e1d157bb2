import { join } from 'node:path';
import { documentedCommand } from '../../../documentation/src/documented-commands.ts';
import { freePorts } from '../free-ports.ts';
import { assert } from './check.ts';
import type { Check, CheckContext } from './check.ts';
import { documentedParameters } from './documented-parameters.ts';
import { resultOf } from './tool-result.ts';
import type { ToolResponse } from './tool-result.ts';

const TOOL_COUNT = 17;
const LIST_TOOLS = documentedCommand(
  'docs/connect-an-assistant.md',
  'infra/conformance/src/checks/inspector.ts',
);
/** Values of the inspector's `--protocol-era` option. */
const ERAS = ['modern', 'legacy', 'auto'];
/** Exit code of the inspector if a tool returns an error. */
const TOOL_ERROR_EXIT = 5;

interface JsonOutput {
  result: ToolResponse & { tools?: unknown[] };
}

const inspect = (context: CheckContext, parameters: readonly string[]) =>
  startInspector(context, ['--cli', context.platform.mcpUrl, '--transport', 'http', ...parameters]);

function startInspector({ workFolder, start }: CheckContext, parameters: readonly string[]) {
  const home = join(workFolder, 'inspector');
  return start(
    'mcp-inspector',
    [...parameters, '--format', 'json'],
    // Without a keychain, the inspector discards its tokens after each command unless it stores them in a file.
    { HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file', MCP_AUTO_OPEN_ENABLED: 'true', BROWSER: 'true' },
  );
}

async function readResult(
  program: ReturnType<typeof inspect>,
  expectedExitCode = 0,
): Promise<JsonOutput['result']> {
  const code = await program.waitForExit();
  assert(code === expectedExitCode, `The inspector exited with code ${code}:\n${program.output()}`);
  return (JSON.parse(program.stdout()) as JsonOutput).result;
}

const callSearch = [
  '--method',
  'tools/call',
  '--tool-name',
  'search',
  '--tool-arg',
  'query=hello',
  'limit=3',
];

/** Checks the tool schemas, tool calls in each protocol era, and a failed call, using the inspector with a token. */
export const inspectorWithToken: Check = {
  name: 'inspector',
  run: async (context) => {
    const credential = ['--header', `Authorization: Bearer ${context.accessToken}`];
    const listing = inspect(context, [...credential, '--method', 'tools/list', '--strict']);
    const { tools } = await readResult(listing);
    assert(tools?.length === TOOL_COUNT, `Expected ${TOOL_COUNT} tools, received ${tools?.length}.`);
    for (const era of ERAS) {
      const called = await readResult(
        inspect(context, [...credential, ...callSearch, '--protocol-era', era]),
      );
      assert(resultOf(called)?.success === true, `search (${era}): ${JSON.stringify(called)}`);
    }
    const invalidCall = ['--method', 'tools/call', '--tool-name', 'fetch', '--tool-arg', 'id=none'];
    const failed = await readResult(inspect(context, [...credential, ...invalidCall]), TOOL_ERROR_EXIT);
    assert(resultOf(failed)?.error_code === 'VALIDATION_ERROR', JSON.stringify(failed));
    const schemas = /\d+ errors?, \d+ warnings?.*/.exec(listing.output())?.[0] ?? 'no schema errors';
    return `${TOOL_COUNT} tools, ${schemas}; search in the protocol eras ${ERAS.join(', ')}; a tool error with its code`;
  },
};

/** Checks discovery, registration, sign-in, consent, tool list and tool call, using the inspector without a token. */
export const inspectorSignsIn: Check = {
  name: 'inspector-oauth',
  run: async (context) => {
    const [port] = await freePorts(1);
    const callback = ['--callback-url', `http://127.0.0.1:${port}/oauth/callback`];
    const list = documentedParameters(LIST_TOOLS, '@modelcontextprotocol/inspector', context);
    const listing = startInspector(context, [...list, ...callback]);
    const [url] = await listing.waitForOutput(/http\S+\/oauth\/authorize\?\S+/);
    const pages = await context.user.authorizeLocalClient(url);
    const { tools } = await readResult(listing);
    assert(tools?.length === TOOL_COUNT, `Expected ${TOOL_COUNT} tools, received ${tools?.length}.`);
    const called = await readResult(inspect(context, ['--stored-auth-only', ...callSearch]));
    assert(resultOf(called)?.success === true, JSON.stringify(called));
    return `pages: ${pages.join(', ')}; ${TOOL_COUNT} tools; search with the stored token`;
  },
};
