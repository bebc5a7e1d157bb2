import type { ApiErrorTexts } from '../texts/api-error-texts.ts';

/** `error` of an error response. */
export interface ErrorContent {
  code: string;
  message: string;
  field_errors?: Readonly<Record<string, readonly string[]>> | null;
}

/** Translates an error of the API. Returns a sentence by code for a message that the catalog lacks. */
export function translateError<E extends ErrorContent>(error: E, texts: ApiErrorTexts): E {
  const fieldErrors = error.field_errors ?? null;
  const translated =
    fieldErrors === null
      ? null
      : Object.fromEntries(
          Object.entries(fieldErrors).map(([field, details]) => [
            field,
            details.map((detail) => findTranslation(detail, texts) ?? texts.otherField),
          ]),
        );
  const message =
    findTranslation(error.message, texts) ??
    (translated === null ? null : describeFields(translated)) ??
    texts.codes[error.code] ??
    texts.otherCode;
  return { ...error, message, ...(translated !== null && { field_errors: translated }) };
}

const describeFields = (fieldErrors: Readonly<Record<string, readonly string[]>>): string | null =>
  Object.entries(fieldErrors)
    .map(([field, details]) => `${field}: ${details.join(' ')}`)
    .join(' ') || null;

/** Returns the translation of a message with its values, or null if the catalog lacks the message. */
function findTranslation(message: string, { messages, numbers }: ApiErrorTexts): string | null {
  const exact = messages[message];
  if (exact !== undefined) return exact;
  for (const [template, translation] of templatesOf(messages)) {
    const match = template.exec(message);
    if (match === null) continue;
    return translation.replace(/\{(\d)\}/g, (_placeholder, index: string) =>
      formatValue(match[Number(index) + 1]!, numbers),
    );
  }
  return null;
}

const formatValue = (value: string, locale: string): string =>
  /^\d{1,3}(?:,\d{3})+$|^\d+$/.test(value)
    ? new Intl.NumberFormat(locale).format(Number(value.replaceAll(',', '')))
    : value;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const compiled = new WeakMap<ApiErrorTexts['messages'], [RegExp, string][]>();

/** Returns the messages with values as regular expressions. Longer messages come first, because they are more specific. */
function templatesOf(messages: ApiErrorTexts['messages']): [RegExp, string][] {
  const existing = compiled.get(messages);
  if (existing !== undefined) return existing;
  const templates = Object.entries(messages)
    .filter(([message]) => message.includes('{}'))
    .sort(([a], [b]) => b.length - a.length)
    .map(([message, translation]): [RegExp, string] => [
      new RegExp(`^${message.split('{}').map(escapeRegExp).join('(.*?)')}$`, 's'),
      translation,
    ]);
  compiled.set(messages, templates);
  return templates;
}

/** Translates the error of an error response. Returns other responses, and bodies that are not JSON, as they are. */
export async function translateErrorResponse(
  response: Response,
  loadTexts: () => Promise<ApiErrorTexts | null>,
): Promise<Response> {
  if (response.status < 400 || response.headers.get('content-type')?.includes('json') !== true)
    return response;
  const texts = await loadTexts();
  if (texts === null) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // The body of a response is decoded, and has another length.
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  return new Response(translateErrorBody(text, texts), {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/** Translates the error in the JSON text of an error response. Returns other texts as they are. */
export function translateErrorBody(text: string, texts: ApiErrorTexts): string {
  try {
    const body = JSON.parse(text) as { error?: ErrorContent };
    return body.error === undefined
      ? text
      : JSON.stringify({ ...body, error: translateError(body.error, texts) });
  } catch {
    return text;
  }
}
