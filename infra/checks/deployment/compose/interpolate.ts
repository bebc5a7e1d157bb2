/** Matches `${NAME}`, `${NAME:?}`, `${NAME:-fallback}`, `${NAME:+replacement}`, and `$$` (an escaped dollar sign). */
const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::(\?|-|\+)([^}]*))?\}/g;

export interface Reference {
  name: string;
  /** True for `${NAME:?}`. */
  isRequired: boolean;
}

/** Lists the distinct variables of a compose file. */
export function referencesIn(text: string): Reference[] {
  const required = new Map<string, boolean>();
  for (const [, name, operator] of text.matchAll(REFERENCE)) {
    if (name !== undefined) required.set(name, required.get(name) === true || operator === '?');
  }
  return [...required].map(([name, isRequired]) => ({ name, isRequired }));
}

/**
 * Replaces the variables of a compose file. Keeps `$$`, which is an escaped dollar sign.
 *
 * @throws Error with the name of a missing required variable
 */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(REFERENCE, (all: string, name?: string, operator?: string, rest?: string) => {
    if (name === undefined) return all;
    const value = values[name];
    if (value) return operator === '+' ? rest! : value;
    if (operator === '?') throw new Error(`The required variable ${name} is not set.`);
    return operator === '-' ? rest! : '';
  });
}
