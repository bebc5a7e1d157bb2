import { freePorts } from '../free-ports.ts';
import { assert } from './check.ts';
import type { Check } from './check.ts';

/** Runs the authorization server scenarios of the suite: metadata, and the code flow with PKCE for `/mcp`. */
export const authorizationSuite: Check = {
  name: 'suite-authorization',
  run: async ({ platform, user, start }) => {
    const [port] = await freePorts(1);
    const registration = await fetch(`${platform.authUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Conformance suite',
        redirect_uris: [`http://127.0.0.1:${port}/callback`],
      }),
    });
    assert(registration.status === 201, `The client registration returned status ${registration.status}.`);
    const { client_id: clientId } = (await registration.json()) as { client_id: string };
    const suite = start('conformance', [
      ...['authorization', '--url', platform.authUrl, '--client-id', clientId],
      ...['--resource', platform.mcpUrl, '--port', String(port)],
    ]);
    const [url] = await suite.waitForOutput(/http\S+\/oauth\/authorize\?\S+/);
    await suite.waitForOutput(/Callback server started/);
    const pages = await user.authorizeLocalClient(url);
    const code = await suite.waitForExit();
    const summary = suite.output().slice(suite.output().indexOf('=== SUMMARY ==='));
    assert(code === 0, `The suite exited with code ${code}:\n${summary}`);
    return `${/^Total: .*$/m.exec(summary)?.[0] ?? ''}; pages: ${pages.join(', ')}`;
  },
};
