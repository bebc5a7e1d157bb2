import { freePorts } from '../free-ports.ts';
import { insist } from './check.ts';
import type { Check } from './check.ts';

/** The MCP suite's scenarios for authorization servers: metadata, and a code with PKCE for `/mcp`. */
export const authorizationSuite: Check = {
  name: 'suite-authorization',
  run: async ({ platform, person, start }) => {
    const [port] = await freePorts(1);
    const registration = await fetch(`${platform.authUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Conformance suite',
        redirect_uris: [`http://127.0.0.1:${port}/callback`],
      }),
    });
    insist(registration.status === 201, `The registration answers ${registration.status}.`);
    const { client_id: clientId } = (await registration.json()) as { client_id: string };
    const suite = start('conformance', [
      ...['authorization', '--url', platform.authUrl, '--client-id', clientId],
      ...['--resource', platform.mcpUrl, '--port', String(port)],
    ]);
    const [url] = await suite.says(/http\S+\/oauth\/authorize\?\S+/);
    await suite.says(/Callback server started/);
    const pages = await person.allow(url);
    const code = await suite.ends();
    const summary = suite.output().slice(suite.output().indexOf('=== SUMMARY ==='));
    insist(code === 0, `The suite ends with ${code}:\n${summary}`);
    return `${/^Total: .*$/m.exec(summary)?.[0] ?? ''}; pages: ${pages.join(', ')}`;
  },
};
