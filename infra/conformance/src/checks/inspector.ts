import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import { insist } from './check.ts';
import type { Check, CheckContext } from './check.ts';

const TOOLS = 17;
const ERAS = ['modern', 'legacy', 'auto'];
/** @see the inspector's documentation, "Exit codes" */
const TOOL_ERROR_EXIT = 5;

interface Answer {
  result: {
    tools?: unknown[];
    structuredContent?: { success: boolean; results?: unknown[]; error_code?: string };
  };
}

function inspect({ platform, workFolder, start }: CheckContext, parameters: readonly string[]) {
  const home = join(workFolder, 'inspector');
  return start(
    'mcp-inspector',
    ['--cli', platform.mcpUrl, '--transport', 'http', '--format', 'json', ...parameters],
    // Without a keychain its tokens would last for one command only.
    { HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file', MCP_AUTO_OPEN_ENABLED: 'true', BROWSER: 'true' },
  );
}

async function answerOf(program: ReturnType<typeof inspect>, exit = 0): Promise<Answer['result']> {
  const code = await program.ends();
  insist(code === exit, `The inspector ends with ${code}:\n${program.output()}`);
  return (JSON.parse(program.answers()) as Answer).result;
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

/** The inspector with a token that it is given: the tools' schemas, and calls in both eras of the protocol. */
export const inspectorWithToken: Check = {
  name: 'inspector',
  run: async (context) => {
    const credential = ['--header', `Authorization: Bearer ${context.accessToken}`];
    const listing = inspect(context, [...credential, '--method', 'tools/list', '--strict']);
    const { tools } = await answerOf(listing);
    insist(tools?.length === TOOLS, `There are ${tools?.length} tools.`);
    for (const era of ERAS) {
      const called = await answerOf(inspect(context, [...credential, ...callSearch, '--protocol-era', era]));
      insist(called.structuredContent?.success === true, `search (${era}): ${JSON.stringify(called)}`);
    }
    const bad = ['--method', 'tools/call', '--tool-name', 'fetch', '--tool-arg', 'id=none'];
    const failed = await answerOf(inspect(context, [...credential, ...bad]), TOOL_ERROR_EXIT);
    insist(failed.structuredContent?.error_code === 'VALIDATION_ERROR', JSON.stringify(failed));
    const schemas = /\d+ errors?, \d+ warnings?.*/.exec(listing.output())?.[0] ?? 'no problem in any schema';
    return `${TOOLS} tools, ${schemas}; search in the eras ${ERAS.join(', ')}; a failure arrives whole`;
  },
};

/** The inspector from nothing but the URL: discovery, registration, sign-in, consent, token, list, call. */
export const inspectorSignsIn: Check = {
  name: 'inspector-oauth',
  run: async (context) => {
    const [port] = await freePorts(1);
    const callback = ['--callback-url', `http://127.0.0.1:${port}/oauth/callback`];
    const listing = inspect(context, [...callback, '--method', 'tools/list']);
    const [url] = await listing.says(/http\S+\/oauth\/authorize\?\S+/);
    const pages = await context.person.allow(url);
    const { tools } = await answerOf(listing);
    insist(tools?.length === TOOLS, `There are ${tools?.length} tools.`);
    const called = await answerOf(inspect(context, ['--stored-auth-only', ...callSearch]));
    insist(called.structuredContent?.success === true, JSON.stringify(called));
    return `pages: ${pages.join(', ')}; ${TOOLS} tools; search with the token it kept`;
  },
};
