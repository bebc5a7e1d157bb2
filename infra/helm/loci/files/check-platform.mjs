// Checks an installation from inside the cluster. `helm test` runs it. Exits with 1 and one line per failed check.
const { GATEWAY, AUTH_SERVER, PORTAL, PUBLIC_URL, AUTH_URL } = process.env;
const TIMEOUT_MS = 10_000;

const get = (url) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

async function expectStatus(url, expected) {
  const { status } = await get(url);
  if (status !== expected) throw new Error(`status ${status} instead of ${expected}`);
}

async function expectField(url, field, expected) {
  const response = await get(url);
  if (response.status !== 200) throw new Error(`status ${response.status} instead of 200`);
  const found = [(await response.json())[field]].flat();
  if (!found.includes(expected)) throw new Error(`${field} is ${found.join(', ')} instead of ${expected}`);
}

const checks = {
  'the gateway is ready': () => expectStatus(`${GATEWAY}/health/ready`, 200),
  'the gateway rejects a request without a token': () => expectStatus(`${GATEWAY}/api/v2/memories`, 401),
  'the gateway names the authorization server': () =>
    expectField(`${GATEWAY}/.well-known/oauth-protected-resource`, 'authorization_servers', AUTH_URL),
  'the gateway has the public URL': () =>
    expectField(`${GATEWAY}/.well-known/oauth-protected-resource`, 'resource', PUBLIC_URL),
  'the authorization server has the public URL': () =>
    expectField(`${AUTH_SERVER}/.well-known/oauth-authorization-server`, 'issuer', AUTH_URL),
  'the portal redirects a visitor to the sign-in': () => expectStatus(`${PORTAL}/`, 303),
};

for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`passed: ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`failed: ${name}: ${error.cause?.message ?? error.message}`);
  }
}
