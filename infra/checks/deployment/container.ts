/** A container of ours, as one of the deployment files describes it. */
export interface Container {
  /** For messages, such as `docker-compose.yml: memory`. */
  name: string;
  /** `node <main file>`. */
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** What a file says that only whoever deploys knows: fit for every rule that the configuration has. */
export function placeholderFor(name: string): string {
  if (/(^|_)DATABASE(_ADMIN)?_URL$/.test(name))
    return 'postgres://loci:placeholder@postgres.example.com/loci';
  return `placeholder-of-more-than-32-characters-${name}`;
}
