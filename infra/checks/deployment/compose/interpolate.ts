/** `${NAME}`, `${NAME:?}`, `${NAME:-fallback}`, or `$$`, which stands for a dollar sign. */
const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::(\?|-)([^}]*))?\}/g;

export interface Reference {
  name: string;
  /** `${NAME:?}`: there is no start without it. */
  isRequired: boolean;
}

/** The variables that a compose file asks for, each once. */
export function referencesIn(text: string): Reference[] {
  const required = new Map<string, boolean>();
  for (const [, name, operator] of text.matchAll(REFERENCE)) {
    if (name !== undefined) required.set(name, required.get(name) === true || operator === '?');
  }
  return [...required].map(([name, isRequired]) => ({ name, isRequired }));
}

/**
 * The file with its variables replaced. `$$` stays: it is for the container's shell.
 *
 * @throws Error naming a required variable that is not given
 */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(REFERENCE, (all: string, name?: string, operator?: string, rest?: string) => {
    if (name === undefined) return all;
    const value = values[name];
    if (value) return value;
    if (operator === '?') throw new Error(`${name} is required.`);
    return operator === '-' ? rest! : '';
  });
}
