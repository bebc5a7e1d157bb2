import { invalidField } from '@loci/core';
import type { AppError } from '@loci/core';
import { ForbiddenAddressError, UnresolvedHostError, resolveAllowed } from '@loci/outbound';
import type { AddressPolicy } from '@loci/outbound';

const forbidden = (message: string): AppError => invalidField('url', message, 'VAL_ADDRESS_FORBIDDEN');

/**
 * Checks the URL of a webhook and resolves its host. The error does not contain the addresses of the host, so that it
 * does not reveal the DNS records of an internal network.
 *
 * @returns the normalized URL
 * @throws VAL_FIELD_INVALID if the URL is malformed; VAL_ADDRESS_FORBIDDEN if messages must not be sent to it
 */
export async function checkUrl(text: string, policy: AddressPolicy): Promise<string> {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    throw invalidField('url', 'The webhook URL must be an absolute URL with HTTPS.');
  }
  if (url.username !== '' || url.password !== '' || url.href.includes('#')) {
    throw forbidden('The webhook URL must not contain a user name, a password or a fragment.');
  }
  const { allInAllowedRanges } = await resolveAllowed(url, policy).catch((error: unknown) => {
    if (error instanceof ForbiddenAddressError)
      throw forbidden('The host of the webhook has an address that is not allowed.');
    if (error instanceof UnresolvedHostError) throw forbidden('The host of the webhook cannot be resolved.');
    throw error;
  });
  if (url.protocol !== 'https:' && !allInAllowedRanges) throw forbidden('The webhook URL must use HTTPS.');
  return url.href;
}
