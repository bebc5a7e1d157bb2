import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { LociOptions } from '@loci/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { toCommandError } from '../loci/server/to-command-error.ts';
import { authorizedFetch } from './authorized-fetch.ts';

/** Time for messages that are still being forwarded when standard input ends, in milliseconds. */
const DRAIN_MS = 2_000;
/** Code of errors that the server of a JSON-RPC implementation defines. */
const SERVER_ERROR = -32_000;

export interface BridgeOptions {
  /** Returns the server and the credential. */
  connection: () => Promise<LociOptions>;
  streams: { stdin: Readable; stdout: Writable };
  /** Prints a line for the log of the assistant. */
  report: (message: string) => void;
}

/**
 * Forwards messages between the standard streams and the MCP endpoint of a server, until standard input ends and the messages before are
 * forwarded. A request that
 * cannot be forwarded receives an error response, so that the assistant shows the reason.
 *
 * @throws CommandError if there is no server address
 * @see https://modelcontextprotocol.io/specification/latest/basic/transports
 */
export async function runBridge({ connection, streams, report }: BridgeOptions): Promise<void> {
  const local = new StdioServerTransport(streams.stdin, streams.stdout);
  let remote: StreamableHTTPClientTransport | undefined;
  let initializeId: RequestId | undefined;

  /** Opens the connection with the first message, so that an assistant can show why it failed. */
  const open = async (): Promise<StreamableHTTPClientTransport> => {
    if (remote !== undefined) return remote;
    const { baseUrl } = await connection();
    if (remote !== undefined) return remote;
    remote = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
      fetch: authorizedFetch(connection),
    });
    remote.onmessage = (message) => {
      // The following requests must state the protocol version that the server has chosen.
      if ('result' in message && message.id === initializeId && initializeId !== undefined)
        remote?.setProtocolVersion(String(message.result['protocolVersion']));
      local.send(message).catch((error: Error) => report(error.message));
    };
    await remote.start();
    return remote;
  };

  const forward = async (message: JSONRPCMessage): Promise<void> => {
    if ('method' in message && message.method === 'initialize' && 'id' in message) initializeId = message.id;
    try {
      await (await open()).send(message);
    } catch (error) {
      const { message: reason } = toCommandError(error) as Error;
      report(reason);
      if (!('method' in message) || !('id' in message)) return;
      await local.send({ jsonrpc: '2.0', id: message.id, error: { code: SERVER_ERROR, message: reason } });
    }
  };

  const ended = new Promise<void>((resolve) => (local.onclose = resolve));
  local.onerror = (error) => report(error.message);
  const pending = new Set<Promise<void>>();
  local.onmessage = (message) => {
    const forwarded = forward(message)
      .catch((error: Error) => report(error.message))
      .finally(() => pending.delete(forwarded));
    pending.add(forwarded);
  };
  await local.start();
  await ended;
  await Promise.race([Promise.all(pending), delay(DRAIN_MS, undefined, { ref: false })]);
  await remote?.close();
}
