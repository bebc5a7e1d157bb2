import { cursorPageQuery, cursorPaginated, uuid } from '@loci/http';
import { z } from 'zod';
import { CONNECTION_KINDS } from './connection.ts';
import type { TenantConnection } from './connection.ts';

export const listConnectionsQuery = z.object({
  ...cursorPageQuery,
  kind: z.enum(CONNECTION_KINDS).default('application'),
  user_id: uuid.optional(),
});

export const connectionParams = z.object({ connection_id: z.string().max(128) });

export const connectionResource = z.object({
  connection_id: z.string(),
  client_id: z.string(),
  name: z.string(),
  user_id: z.guid(),
  email: z.string().nullable(),
  scopes: z.array(z.string()),
  browser: z.string().nullable(),
  operating_system: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  first_tool_call_at: z.string().nullable(),
});

export const connectionPage = cursorPaginated(connectionResource);

export const endedConnectionResource = z.object({ connection_id: z.string(), ended: z.literal(true) });

export const toConnectionResource = (connection: TenantConnection): z.infer<typeof connectionResource> => ({
  connection_id: connection.grantId,
  client_id: connection.clientId,
  name: connection.name,
  user_id: connection.userId,
  email: connection.email,
  scopes: connection.scopes,
  browser: connection.browser,
  operating_system: connection.operatingSystem,
  created_at: connection.createdAt.toISOString(),
  last_used_at: connection.lastUsedAt?.toISOString() ?? null,
  first_tool_call_at: connection.firstToolCallAt?.toISOString() ?? null,
});
