import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { startProgram } from './started-program.ts';

export interface Platform {
  gatewayUrl: string;
  /** URL of the gateway's `/mcp` endpoint, as a user enters it into an MCP host. */
  mcpUrl: string;
  authUrl: string;
  portalUrl: string;
  /** Bootstrap API key from the startup banner. */
  apiKey: string;
  /** Sign-up link from the startup banner. */
  signUpLink: string;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  /** Root folder of the repository. */
  root: string;
  /** `DATA_DIR` of the platform. The folder must be empty or not exist. */
  dataDir: string;
  /** Path of the Node.js binary. */
  nodePath: string;
  environment: Readonly<Record<string, string | undefined>>;
}

const START_TIMEOUT_MS = 120_000;

/**
 * Starts a new standalone platform, as `npm start` does, on free ports and without a rate limit.
 *
 * @throws Error if the startup banner does not appear within two minutes
 */
export async function startPlatform({
  root,
  dataDir,
  nodePath,
  environment,
}: PlatformOptions): Promise<Platform> {
  const [port, authPort, portalPort, adminPort] = (await freePorts(4)).map(String);
  const program = startProgram({
    command: nodePath,
    parameters: ['--disable-warning=ExperimentalWarning', join(root, 'services/standalone/src/main.ts')],
    folder: root,
    timeoutMs: START_TIMEOUT_MS,
    environment: {
      ...environment,
      HOST: '127.0.0.1',
      PORT: port,
      AUTH_PORT: authPort,
      PORTAL_PORT: portalPort,
      ADMIN_PORT: adminPort,
      DATA_DIR: dataDir,
      ADMIN_TOKEN: randomBytes(24).toString('hex'),
      RATE_LIMIT_PER_MINUTE: '0',
    },
  });
  try {
    const [link] = await program.waitForOutput(/http\S+\/welcome\/\S+/);
    const [apiKey] = await program.waitForOutput(/\bloci_[0-9a-f]+_[\w-]+/);
    await program.waitForOutput(/Stop with/);
    const gatewayUrl = `http://localhost:${port}`;
    return {
      gatewayUrl,
      mcpUrl: `${gatewayUrl}/mcp`,
      authUrl: `http://localhost:${authPort}`,
      portalUrl: `http://localhost:${portalPort}`,
      apiKey,
      signUpLink: link,
      stop: program.stop,
    };
  } catch (error) {
    await program.stop();
    throw error;
  }
}

/**
 * Exchanges the bootstrap API key for an access token.
 *
 * @see docs/reference/authentication.md#exchange-an-api-key
 */
export async function exchangeKey({ gatewayUrl, apiKey }: Platform): Promise<string> {
  const response = await fetch(`${gatewayUrl}/api/v2/auth/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}
