import type { Texts } from '../texts/texts.ts';
import type { ErrorContent } from './translate-errors.ts';

/** Labels of the fields of a form, by the names of the fields in the API. */
export type FieldLabels = Readonly<Record<string, string>>;

/**
 * Describes why the API rejected a form, with the labels of its fields.
 */
export function describeRejection(
  {
    message,
    fieldErrors,
  }: { message: string; fieldErrors: NonNullable<ErrorContent['field_errors']> | null },
  { messages: { rejected } }: Pick<Texts, 'messages'>,
  labels: FieldLabels = {},
): string {
  if (fieldErrors === null) return message;
  const problems = Object.entries(fieldErrors).map(([field, details]) => {
    const [name, index] = field.split('.');
    const label = labels[name!];
    if (label === undefined) return `${field}: ${details.join(' ')}`;
    const entry = index === undefined || !/^\d+$/.test(index) ? '' : rejected.entry(Number(index) + 1);
    return `${label}${entry}: ${details.join(' ')}`;
  });
  return problems.join(' ');
}
