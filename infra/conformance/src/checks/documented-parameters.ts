import { recordToolCalls } from '../../../documentation/src/tool-calls.ts';
import type { CheckContext } from './check.ts';

const ADDRESS = 'http://localhost:8080/mcp';

/**
 * Returns the parameters of a documented command that starts a package with npx, for the platform under test.
 *
 * @throws Error if the command starts another package, or does not contain the address of the MCP endpoint
 */
export function documentedParameters(
  command: string,
  packageName: string,
  { platform }: Pick<CheckContext, 'platform'>,
): string[] {
  const [call] = recordToolCalls(command);
  const [option, name, ...parameters] = call?.tool === 'npx' ? call.args : [];
  if (option !== '-y' || name !== packageName || !parameters.includes(ADDRESS))
    throw new Error(`The command does not start ${packageName} with ${ADDRESS}: ${command}`);
  return parameters.map((parameter) => (parameter === ADDRESS ? platform.mcpUrl : parameter));
}
