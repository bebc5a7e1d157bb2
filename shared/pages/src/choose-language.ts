import type { IncomingMessage } from 'node:http';

/**
 * Returns the language for the pages of a request: the first language of `Accept-Language`, by quality, that is available.
 * `de-AT` matches `de`. Returns the first available language if none matches.
 *
 * @param available BCP 47 tags without region
 * @see RFC 9110 section 12.5.4
 */
export function chooseLanguage<Language extends string>(
  request: Pick<IncomingMessage, 'headers'>,
  available: readonly [Language, ...Language[]],
): Language {
  const accepted = (request.headers['accept-language'] ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { primary: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0);
  // `sort` is stable, so languages of the same quality keep the order of the header.
  for (const { primary } of accepted.sort((a, b) => b.quality - a.quality)) {
    const found = available.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return available[0];
}
