import { retry } from '@loci/async';
import { StartupError } from '@loci/core';
import type pg from 'pg';

/** Name of the database role that a service connects as. The role owns no tables. */
export const serviceRole = (service: string): string => `loci_${service}`;

interface ExistingRole {
  rolsuper: boolean;
  rolbypassrls: boolean;
  rolconfig: string[] | null;
}

const MAX_ATTEMPTS = 10;

/**
 * Creates the role of a service, or sets its password. Sets its `search_path` to the schema of the service.
 *
 * @param password null if the role is managed elsewhere; the role must then exist, and only its `search_path`
 *   is set
 * @throws StartupError if the role is missing or bypasses row-level security
 */
export async function prepareRole(
  client: pg.Client,
  service: string,
  password: string | null,
): Promise<void> {
  await retry(() => createOrAlterRole(client, service, password), {
    attempts: MAX_ATTEMPTS,
    firstDelayMs: 0,
    maxDelayMs: 0,
    shouldRetry: isConcurrentChange,
  });
}

/**
 * True if a migration of another database changed the role at the same time. Roles are global to the server.
 */
function isConcurrentChange(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '42710' || code === '23505' || /tuple concurrently updated/.test(message ?? '');
}

async function createOrAlterRole(client: pg.Client, service: string, password: string | null): Promise<void> {
  const name = serviceRole(service);
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<ExistingRole>(
    'SELECT rolsuper, rolbypassrls, rolconfig FROM pg_roles WHERE rolname = $1',
    [name],
  );
  const existing = rows[0];
  if (existing?.rolsuper || existing?.rolbypassrls) {
    // This function cannot remove the attributes SUPERUSER and BYPASSRLS, because only a superuser may do so.
    throw new StartupError(
      `The role ${name} bypasses row-level security. Run: ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS`,
    );
  }
  if (password !== null) {
    await client.query(
      `${existing ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
    );
  } else if (!existing) {
    throw new StartupError(`The role ${name} is missing. Run: CREATE ROLE ${name} LOGIN PASSWORD '...'`);
  }
  if (existing?.rolconfig?.includes(`search_path=${service}`)) return;
  await client.query(`ALTER ROLE ${role} SET search_path = ${client.escapeIdentifier(service)}`);
}
