import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { startProgram } from './started-program.ts';

export interface Platform {
  gatewayUrl: string;
  /** The gateway's `/mcp`, as a person types it into a host. */
  mcpUrl: string;
  authUrl: string;
  portalUrl: string;
  /** What the first screen of a new platform shows. */
  apiKey: string;
  firstSignInLink: string;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  /** The repository's folder. */
  root: string;
  /** An empty or absent folder for its data. */
  dataDir: string;
  /** The Node to run it with. */
  nodePath: string;
  environment: Readonly<Record<string, string | undefined>>;
}

const PATIENCE_MS = 120_000;

/** A new platform of its own, started as `npm start` does, on free ports and without a rate limit. */
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
    patienceMs: PATIENCE_MS,
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
    const [link] = await program.says(/http\S+\/welcome\/\S+/);
    const [apiKey] = await program.says(/\bloci_[0-9a-f]+_[\w-]+/);
    await program.says(/Stop with/);
    const gatewayUrl = `http://localhost:${port}`;
    return {
      gatewayUrl,
      mcpUrl: `${gatewayUrl}/mcp`,
      authUrl: `http://localhost:${authPort}`,
      portalUrl: `http://localhost:${portalPort}`,
      apiKey,
      firstSignInLink: link,
      stop: program.stop,
    };
  } catch (error) {
    await program.stop();
    throw error;
  }
}

/** By the key exchange. @see SPEC.md "API key exchange" */
export async function exchangeKey({ gatewayUrl, apiKey }: Platform): Promise<string> {
  const response = await fetch(`${gatewayUrl}/api/v2/auth/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}
