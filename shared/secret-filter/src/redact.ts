import { findSecrets } from './find-secrets.ts';

/** A replacement can end the word next to it, which then is a secret. Each pass replaces at least one. */
const MAX_PASSES = 10;

/**
 * Replaces each secret by its kind, for example `[redacted:github-token]`. Redacting the result again does not change it.
 *
 * @returns the text, and the kinds of the secrets that were replaced
 */
export function redact(text: string): { text: string; kinds: string[] } {
  const kinds: string[] = [];
  let redacted = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const findings = findSecrets(redacted);
    if (findings.length === 0) break;
    let result = '';
    let position = 0;
    for (const { kind, start, end } of findings) {
      result += `${redacted.slice(position, start)}[redacted:${kind}]`;
      position = end;
      kinds.push(kind);
    }
    redacted = result + redacted.slice(position);
  }
  return { text: redacted, kinds };
}
