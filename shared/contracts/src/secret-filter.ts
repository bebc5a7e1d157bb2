import { SECRET_FILTER_ACTIONS } from '@loci/core';
import { z } from 'zod';

/** What happens to writes with secrets in a tenant. @see docs/reference/secret-filter.md */
export const secretFilterSetting = z.enum(['off', ...SECRET_FILTER_ACTIONS]);
export type SecretFilterSetting = z.infer<typeof secretFilterSetting>;

export const secretFilterRequest = z.object({ tenant_id: z.guid() });
export const secretFilterResponse = z.object({ action: secretFilterSetting });
