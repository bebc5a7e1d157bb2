import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportAccount } from '@loci/account-export';
import type { ExportRecord } from '@loci/account-export';
import { ApiError as ClientError, LociError } from '@loci/client';
import { ApiError } from '../api/portal-api.ts';
import { createPortalClient, describeClientError } from '../api/portal-client.ts';
import { ATTACHMENT_HEADERS } from '../documents/relay-file.ts';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';
import type { Locale } from '../texts/texts.ts';

/**
 * Streams the export of the signed-in user to the browser as a file of JSON lines, which `loci import` restores.
 *
 * @param options.baseUrl base URL of the gateway for requests of the portal
 * @throws ApiError if the export cannot start. If it fails later, the browser reports an incomplete file.
 */
export async function sendExport(
  { api, locale, response }: SignedInRequest,
  { baseUrl, now }: { baseUrl: string; now: Date },
): Promise<void> {
  const loci = createPortalClient(locale, { baseUrl, accessToken: () => api.accessToken() });
  const records = exportAccount(loci);
  const first = await records.next().catch((error: unknown) => {
    throw error instanceof LociError ? toApiError(error, locale) : error;
  });
  response.status(200);
  for (const [name, value] of Object.entries(ATTACHMENT_HEADERS)) response.setHeader(name, value);
  response.setHeader('content-type', 'application/x-ndjson');
  const day = now.toISOString().slice(0, 10);
  response.setHeader('content-disposition', `attachment; filename="loci-export-${day}.ndjson"`);
  try {
    await pipeline(Readable.from(toLines(first, records)), response);
  } catch {
    response.destroy();
  }
}

async function* toLines(
  first: IteratorResult<ExportRecord>,
  records: AsyncIterable<ExportRecord>,
): AsyncGenerator<string> {
  if (first.done === true) return;
  yield `${JSON.stringify(first.value)}\n`;
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

const toApiError = (error: LociError, locale: Locale): ApiError => {
  const status = error instanceof ClientError ? error.status : 503;
  return new ApiError(
    status,
    status === 401 ? 'SIGNED_OUT' : 'SYS_SERVICE_UNAVAILABLE',
    describeClientError(error, locale),
  );
};
