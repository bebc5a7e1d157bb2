import type { Texts } from '../texts/texts.ts';
import type { ApiError } from './portal-api.ts';

/** Labels of the fields of a form, by the names of the fields in the API. */
export type FieldLabels = Readonly<Record<string, string>>;

/**
 * Describes why the API rejected a form, in the language of the page and with the labels of its fields.
 *
 * @returns the message of the API for problems that the catalog does not know
 */
export function describeRejection(
  { code, message, fieldErrors }: Pick<ApiError, 'code' | 'message' | 'fieldErrors'>,
  { messages: { rejected } }: Pick<Texts, 'messages'>,
  labels: FieldLabels = {},
): string {
  if (fieldErrors === null) return rejected.reason(code, message);
  const problems = Object.entries(fieldErrors).map(([field, details]) => {
    const [name, index] = field.split('.');
    const label = labels[name!];
    if (label === undefined) return `${field}: ${details.map(rejected.field).join(' ')}`;
    const entry = index === undefined || !/^\d+$/.test(index) ? '' : rejected.entry(Number(index) + 1);
    return `${label}${entry}: ${details.map(rejected.field).join(' ')}`;
  });
  return problems.join(' ');
}
