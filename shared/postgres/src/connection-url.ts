import { readFileSync } from 'node:fs';
import { StartupError } from '@loci/core';

/** TLS options of a database connection. */
export interface DatabaseTls {
  /**
   * False accepts any server certificate. The connection is then encrypted, but the server is not
   * authenticated.
   */
  rejectUnauthorized: boolean;
  /** PEM of the trusted certificate authorities. Defaults to the certificate authorities of Node. */
  ca?: string;
}

/** Address and credentials of a database. */
export interface DatabaseConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  /** Password of the user. Empty if the server does not require a password. */
  password: string;
  ssl: false | DatabaseTls;
}

const DEFAULT_PORT = 5432;
const PARAMETERS = new Set(['sslmode', 'sslrootcert']);

/**
 * Parses `postgres://user:password@host:port/database?sslmode=...`. The scheme `postgresql` is equivalent. The port
 * defaults to 5432. Reserved characters in user, password and database must be percent-encoded.
 *
 * | Parameter | Values |
 * |---|---|
 * | `sslmode` | `disable` (default), `require` (encrypted, any certificate) or `verify-full` (the certificate must be signed by a trusted authority and name the host). The other modes of libpq are rejected, because they fall back to unencrypted connections or do not check the host. |
 * | `sslrootcert` | Path of a PEM file with the trusted authorities. Only with `verify-full`. |
 *
 * @param name the environment variable with the URL, for error messages
 * @throws StartupError if the URL is invalid; the message does not contain parts of the URL
 */
export function databaseOptionsFromUrl(url: string, name = 'DATABASE_URL'): DatabaseConnection {
  const fail = (problem: string, cause?: unknown): never => {
    throw new StartupError(`${name} ${problem}`, { cause });
  };
  if (!URL.canParse(url))
    return fail('must be a URL of the form postgres://user:password@host:port/database.');
  const { protocol, username, password, hostname, port, pathname, searchParams, hash } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    fail('must start with postgres:// or postgresql://.');
  if (username === '') fail('must contain a user name.');
  if (hostname === '' || hostname.includes(',')) fail('must contain exactly one host.');
  if (hash !== '') fail('must not contain #. Encode a # in the password as %23.');
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch (error) {
      return fail('contains a % that is not a percent-encoding. Encode it as %25.', error);
    }
  };
  const database = decode(pathname.slice(1));
  if (database === '' || database.includes('/'))
    fail('must contain exactly one database name after the host.');
  const unknown = [...searchParams.keys()].filter((parameter) => !PARAMETERS.has(parameter));
  if (unknown.length > 0) {
    fail(`contains unsupported parameters: ${unknown.join(', ')}. Use sslmode and sslrootcert only.`);
  }
  return {
    host: decode(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORT : Number(port),
    database,
    user: decode(username),
    password: decode(password),
    ssl: parseTls(searchParams.get('sslmode') ?? 'disable', searchParams.get('sslrootcert'), fail),
  };
}

function parseTls(
  mode: string,
  rootCertificate: string | null,
  fail: (problem: string, cause?: unknown) => never,
): false | DatabaseTls {
  if (rootCertificate !== null && mode !== 'verify-full') {
    fail('must not contain sslrootcert without sslmode=verify-full.');
  }
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-full':
      if (rootCertificate === null) return { rejectUnauthorized: true };
      try {
        return { rejectUnauthorized: true, ca: readFileSync(rootCertificate, 'utf8') };
      } catch (error) {
        return fail('has an sslrootcert that cannot be read. Check the path and its permissions.', error);
      }
    default:
      return fail('must have an sslmode of disable, require or verify-full.');
  }
}
