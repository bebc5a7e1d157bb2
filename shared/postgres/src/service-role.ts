import type pg from 'pg';
import { StartupError } from '@loci/core';

/** The role a service connects as, which owns nothing. */
export const serviceRole = (service: string): string => `loci_${service}`;

interface KnownRole {
  rolsuper: boolean;
  rolbypassrls: boolean;
  rolconfig: string[] | null;
}

const ATTEMPTS = 10;

/**
 * Creates the role of a service or gives it this password, and has it look into the service's schema first.
 *
 * @param password null: the role is somebody else's to make, and only looked at
 * @throws StartupError when it is missing, or could see every tenant's rows
 */
export async function prepareRole(
  client: pg.Client,
  service: string,
  password: string | null,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await createOrAlter(client, service, password);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRace(error)) throw error;
    }
  }
}

/** Roles belong to the whole server, and our lock to one database: who migrates another may be at the same role. */
function isRace(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '42710' || code === '23505' || /tuple concurrently updated/.test(message ?? '');
}

async function createOrAlter(client: pg.Client, service: string, password: string | null): Promise<void> {
  const name = serviceRole(service);
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<KnownRole>(
    'SELECT rolsuper, rolbypassrls, rolconfig FROM pg_roles WHERE rolname = $1',
    [name],
  );
  const known = rows[0];
  if (known?.rolsuper || known?.rolbypassrls) {
    // Only a superuser may say this, also where it is so already, so it cannot be part of the ALTER below.
    throw new StartupError(
      `The role ${name} goes around row-level security. Run: ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS`,
    );
  }
  if (password !== null) {
    await client.query(
      `${known ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
    );
  } else if (!known) {
    throw new StartupError(`The role ${name} is missing. Run: CREATE ROLE ${name} LOGIN PASSWORD '...'`);
  }
  if (known?.rolconfig?.includes(`search_path=${service}`)) return;
  await client.query(`ALTER ROLE ${role} SET search_path = ${client.escapeIdentifier(service)}`);
}
