import { Agent, createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** A process behind a load balancer. */
export interface Backend {
  name: string;
  port: number;
  adminPort: number;
}

/**
 * Load balancer of the processes of one service. Sends requests to the ready processes in turn, over connections that it
 * keeps open. It never repeats a request.
 */
export interface LoadBalancer {
  /** Checks the readiness of a process from now on. Resolves when the process receives requests. */
  add(backend: Backend): Promise<void>;
  /** Stops to send requests to a process. Resolves when it has responded to all requests. */
  remove(backend: Backend): Promise<void>;
  /** Returns the number of requests that a process has received. */
  countRequests(backend: Backend): number;
  close(): Promise<void>;
}

/** Time between two checks. */
const CHECK_INTERVAL_MS = 250;
/**
 * Failed checks after which a process receives no requests, as in the manifests for Kubernetes. A single check can fail on a
 * busy machine.
 */
const FAILURE_THRESHOLD = 2;
const POLL_MS = 20;

interface Target extends Backend {
  agent: Agent;
  isReady: boolean;
  failedChecks: number;
  requests: number;
  open: number;
  timer: NodeJS.Timeout;
}

/**
 * Starts a load balancer on a port of 127.0.0.1.
 *
 * @param failures receives the requests without a complete response
 */
export async function startLoadBalancer(
  service: string,
  port: number,
  failures: string[],
): Promise<LoadBalancer> {
  const targets: Target[] = [];
  let turn = 0;

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const ready = targets.filter(({ isReady }) => isReady);
    const target = ready[turn++ % ready.length];
    const what = `${service}: ${request.method} ${request.url}`;
    if (target === undefined) {
      failures.push(`${what}: no process is ready`);
      response.writeHead(503).end();
      return;
    }
    target.requests++;
    target.open++;
    response.once('close', () => target.open--);
    const fail = (error: NodeJS.ErrnoException): void => {
      // The client has aborted the request.
      if (response.destroyed) return;
      failures.push(`${what}: ${target.name}: ${error.code ?? error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    const forwarded = sendRequest({
      host: '127.0.0.1',
      port: target.port,
      method: request.method,
      path: request.url,
      headers: withoutConnection(request.headers),
      agent: target.agent,
    });
    forwarded.once('error', fail);
    forwarded.once('response', (answer) => {
      response.writeHead(answer.statusCode!, withoutConnection(answer.headers));
      pipeline(answer, response, (error) => {
        if (error && !answer.complete) fail(error);
      });
    });
    response.once('close', () => {
      if (!response.writableFinished) forwarded.destroy();
    });
    request.pipe(forwarded);
  }

  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, forward);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  async function checkReadiness(target: Target): Promise<void> {
    const url = `http://127.0.0.1:${target.adminPort}/health/ready`;
    const isReady = await fetch(url).then(
      async (answer) => answer.text().then(() => answer.ok),
      () => false,
    );
    target.failedChecks = isReady ? 0 : target.failedChecks + 1;
    if (isReady || target.failedChecks >= FAILURE_THRESHOLD) target.isReady = isReady;
  }

  return {
    countRequests: (backend) => targets.find(({ name }) => name === backend.name)?.requests ?? 0,
    add: async (backend) => {
      const target: Target = {
        ...backend,
        agent: new Agent({ keepAlive: true }),
        isReady: false,
        failedChecks: 0,
        requests: 0,
        open: 0,
        timer: setInterval(() => void checkReadiness(target), CHECK_INTERVAL_MS),
      };
      targets.push(target);
      while (!target.isReady) {
        if (!targets.includes(target)) throw new Error(`${target.name} was removed before it was ready.`);
        await delayed(POLL_MS);
      }
    },
    remove: async ({ name }) => {
      const index = targets.findIndex((target) => target.name === name);
      const [target] = targets.splice(index, 1);
      clearInterval(target!.timer);
      while (target!.open > 0) await delayed(POLL_MS);
      target!.agent.destroy();
    },
    close: async () => {
      for (const { timer, agent } of targets) {
        clearInterval(timer);
        agent.destroy();
      }
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const delayed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Removes the headers that apply to one connection only. */
function withoutConnection({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _transferEncoding,
  ...headers
}: IncomingMessage['headers']): IncomingMessage['headers'] {
  return headers;
}
