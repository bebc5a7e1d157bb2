import { REQUESTS } from '../../generated/requests.ts';
import type { OperationId } from '../../generated/requests.ts';
import { FakeError } from '../fake-error.ts';
import type { RequestDescription } from '../../request-description.ts';

interface Template {
  id: OperationId;
  description: RequestDescription;
  pattern: RegExp;
  names: readonly string[];
}

/** Operations in the order in which they match. Fixed path segments take precedence over parameters. */
const TEMPLATES: readonly Template[] = Object.entries(REQUESTS)
  .map(([id, description]) => ({
    id: id as OperationId,
    description,
    pattern: new RegExp(`^${description.path.replace(/\{\w+\}/g, '([^/]+)')}/?$`),
    names: [...description.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  }))
  .sort((a, b) => a.names.length - b.names.length);

export interface FoundOperation {
  id: OperationId;
  description: RequestDescription;
  /** Path parameters before validation. */
  path: Record<string, string>;
}

/** @throws FakeError RES_NOT_FOUND for an unknown path, VAL_METHOD_NOT_ALLOWED for an unsupported method */
export function findOperation(method: string, pathname: string): FoundOperation {
  const matching = TEMPLATES.filter(({ pattern }) => pattern.test(pathname));
  const found = matching.find(({ description }) => description.method === method);
  if (found !== undefined) {
    const values = found.pattern.exec(pathname)!.slice(1);
    return {
      id: found.id,
      description: found.description,
      path: Object.fromEntries(found.names.map((name, index) => [name, decodeURIComponent(values[index]!)])),
    };
  }
  if (matching.length === 0) throw new FakeError('RES_NOT_FOUND', `There is no path ${pathname}.`);
  const allowed = [...new Set(matching.map(({ description }) => description.method))].sort();
  throw new FakeError('VAL_METHOD_NOT_ALLOWED', `${pathname} does not support ${method}.`, {
    details: { allowed_methods: allowed },
  });
}
