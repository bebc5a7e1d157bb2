import { z } from 'zod';
import { sendRequest } from '../server/send-request.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';

const resourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).min(1),
});

const serverMetadata = z.object({
  issuer: z.string(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  registration_endpoint: z.url(),
  device_authorization_endpoint: z.url().optional(),
});

/** Endpoints of the authorization server of a platform. */
export type AuthorizationServer = z.infer<typeof serverMetadata>;

/**
 * Reads the endpoints of the authorization server of a platform.
 *
 * @see docs/reference/authentication.md#discovery-documents
 * @throws CommandError if the documents are missing, or do not belong to the server
 */
export async function discoverAuthorization(baseUrl: string): Promise<AuthorizationServer> {
  const resource = await readDocument(`${baseUrl}/.well-known/oauth-protected-resource`, resourceMetadata);
  if (withoutSlash(resource.resource) !== baseUrl)
    throw new CommandError(
      EXIT_CODE.usage,
      `The server at ${baseUrl} has the public address ${resource.resource}. Use this address with --url.`,
    );
  const issuer = withoutSlash(resource.authorization_servers[0]!);
  const server = await readDocument(`${issuer}/.well-known/oauth-authorization-server`, serverMetadata);
  const {
    token_endpoint: token,
    revocation_endpoint: revocation,
    registration_endpoint: registration,
  } = server;
  const urls = [token, revocation, registration, server.device_authorization_endpoint ?? token];
  // Otherwise, a document could direct tokens to another server.
  if (
    withoutSlash(server.issuer) !== issuer ||
    urls.some((url) => new URL(url).origin !== new URL(issuer).origin)
  )
    throw new CommandError(
      EXIT_CODE.authentication,
      `The metadata of the authorization server at ${issuer} names another server. Check AUTH_URL of the server.`,
    );
  return server;
}

async function readDocument<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { status, json } = await sendRequest({ method: 'GET', url });
  const parsed = schema.safeParse(json);
  if (status === 200 && parsed.success) return parsed.data;
  throw new CommandError(
    EXIT_CODE.usage,
    `${url} is not a metadata document (status ${status}). Check that the address is the address of a Loci server.`,
  );
}

const withoutSlash = (url: string): string => url.replace(/\/$/u, '');
