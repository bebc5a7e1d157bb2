import { MEMORY_TYPES, PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import { nullIfNotFound } from '../api/null-if-not-found.ts';
import type { PortalApi } from '../api/portal-api.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import { textField } from '../sign-in/signed-in-forms.ts';

const RETENTION_PATH = '/api/v2/settings/retention';
const SECRET_FILTER_PATH = '/api/v2/settings/secret-filter';
const READERS_PATH = '/api/v2/settings/readers';

export const MAX_RETENTION_DAYS = 3_650;
const DAY_SECONDS = 86_400;

/** Types of memories that can have a retention default. */
export const RETENTION_TYPES = MEMORY_TYPES.filter(
  (type) => !(PROTECTED_MEMORY_TYPES as readonly string[]).includes(type),
);

/** A retention default as the API returns it. */
export interface RetentionDefault {
  memory_type: string;
  ttl_seconds: number;
}

export const SECRET_FILTER_ACTIONS = ['off', 'redact', 'reject'] as const;
export type SecretFilterAction = (typeof SECRET_FILTER_ACTIONS)[number];

/** Settings of a workspace. */
export interface Settings {
  retention: RetentionDefault[];
  /** Null if this server has no secret filter. */
  secretFilter: SecretFilterAction | null;
  /** True if Loci records who reads the memories. */
  recordsReaders: boolean;
}

export async function loadSettings(api: PortalApi): Promise<Settings> {
  const [{ defaults }, filter, { recording }] = await Promise.all([
    api.request<{ defaults: RetentionDefault[] }>({ path: RETENTION_PATH }),
    nullIfNotFound(api.request<{ action: SecretFilterAction }>({ path: SECRET_FILTER_PATH })),
    api.request<{ recording: boolean }>({ path: READERS_PATH }),
  ]);
  return { retention: defaults, secretFilter: filter?.action ?? null, recordsReaders: recording };
}

export const saveRetention = (api: PortalApi, defaults: readonly RetentionDefault[]): Promise<unknown> =>
  api.request({ method: 'PUT', path: RETENTION_PATH, body: { defaults } });

export const saveSecretFilter = (api: PortalApi, action: string): Promise<unknown> =>
  api.request({ method: 'PUT', path: SECRET_FILTER_PATH, body: { action } });

export const saveRecording = (api: PortalApi, recording: boolean): Promise<unknown> =>
  api.request({ method: 'PUT', path: READERS_PATH, body: { recording } });

/** Returns the days of a default, with fractions for a default that another program has set. */
export const retentionDays = ({ ttl_seconds: seconds }: RetentionDefault): number =>
  Math.round((seconds / DAY_SECONDS) * 1_000) / 1_000;

/**
 * Reads the form with one field of days per memory type. A field that still shows a stored default keeps its seconds.
 *
 * @returns null if a field is not empty and not a number from 1 to {@link MAX_RETENTION_DAYS}
 */
export function readRetention(
  fields: FormFields,
  stored: readonly RetentionDefault[],
): RetentionDefault[] | null {
  const defaults: RetentionDefault[] = [];
  for (const type of RETENTION_TYPES) {
    const text = textField(fields, `days-${type}`);
    if (text === '') continue;
    const current = stored.find(({ memory_type: each }) => each === type);
    if (current !== undefined && text === String(retentionDays(current))) {
      defaults.push(current);
      continue;
    }
    const days = Number(text);
    if (!Number.isInteger(days) || days < 1 || days > MAX_RETENTION_DAYS) return null;
    defaults.push({ memory_type: type, ttl_seconds: days * DAY_SECONDS });
  }
  return defaults;
}
