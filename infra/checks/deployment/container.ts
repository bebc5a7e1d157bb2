/** A container of the Loci image in a deployment file. */
export interface Container {
  /** Name for messages, such as `docker-compose.yml: memory`. */
  name: string;
  /** Command, such as `node <main file>`. */
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** Returns a valid placeholder for a variable that the operator must set. */
export function placeholderFor(name: string): string {
  if (/(^|_)DATABASE(_ADMIN)?_URL$/.test(name))
    return 'postgres://loci:placeholder@postgres.example.com/loci';
  return `placeholder-of-more-than-32-characters-${name}`;
}

/** Returns the path of the program in a command of the form `node [options] <main file>`, or undefined. */
export const programOf = ([program, ...args]: readonly string[]): string | undefined =>
  program === 'node' ? args.find((argument) => !argument.startsWith('-')) : undefined;
