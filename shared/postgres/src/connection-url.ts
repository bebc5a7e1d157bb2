import { readFileSync } from 'node:fs';
import { StartupError } from '@loci/core';

/** What certificate the server must show. */
export interface DatabaseTls {
  /** False: encrypted, but whoever answers is believed. */
  rejectUnauthorized: boolean;
  /** PEM of the authorities that may sign the server's certificate; unset: those of the system. */
  ca?: string;
}

/** Where a database is and as whom to connect to it. */
export interface DatabaseConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  /** Empty where the server asks for none. */
  password: string;
  ssl: false | DatabaseTls;
}

const DEFAULT_PORT = 5432;
const PARAMETERS = new Set(['sslmode', 'sslrootcert']);

/**
 * Reads `postgres://user:password@host:port/database?sslmode=...`; `postgresql://` is the same, the port is 5432
 * unless given, reserved characters of name and password are percent-encoded.
 *
 * `sslmode` is `disable` (also when it is missing), `require` (encrypted, any certificate) or `verify-full` (the
 * certificate must be signed by a known authority and name the host). `sslrootcert` is the path of a PEM file with
 * those authorities, for `verify-full` alone; without it the system's count. Libpq's other modes, which encrypt if it
 * happens to be possible, are refused.
 *
 * @param name of the variable that held the URL, for the message
 * @throws StartupError saying what is wrong with it, never showing any of it
 */
export function databaseOptionsFromUrl(url: string, name = 'DATABASE_URL'): DatabaseConnection {
  const refuse = (what: string, cause?: unknown): never => {
    throw new StartupError(`${name}: ${what}`, { cause });
  };
  if (!URL.canParse(url))
    return refuse('is not a URL of the form postgres://user:password@host:port/database.');
  const { protocol, username, password, hostname, port, pathname, searchParams, hash } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') refuse('must begin with postgres://.');
  if (username === '') refuse('names no user.');
  if (hostname === '' || hostname.includes(',')) refuse('must name one host.');
  if (hash !== '') refuse('holds a #; in a password write it %23.');
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch (error) {
      return refuse('holds a % that is no percent-encoding; write it %25.', error);
    }
  };
  const database = decode(pathname.slice(1));
  if (database === '' || database.includes('/')) refuse('must name one database after the host.');
  const unknown = [...searchParams.keys()].filter((parameter) => !PARAMETERS.has(parameter));
  if (unknown.length > 0) refuse(`has parameters that are not known here: ${unknown.join(', ')}.`);
  return {
    host: decode(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORT : Number(port),
    database,
    user: decode(username),
    password: decode(password),
    ssl: tlsOf(searchParams.get('sslmode') ?? 'disable', searchParams.get('sslrootcert'), refuse),
  };
}

function tlsOf(
  mode: string,
  rootCertificate: string | null,
  refuse: (what: string, cause?: unknown) => never,
): false | DatabaseTls {
  if (rootCertificate !== null && mode !== 'verify-full') refuse('sslrootcert needs sslmode=verify-full.');
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
        return refuse('the file of sslrootcert cannot be read.', error);
      }
    default:
      return refuse('sslmode must be disable, require or verify-full.');
  }
}
