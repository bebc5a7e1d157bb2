/** Exit codes of the `loci` command. `cli/README.md` documents them. */
export const EXIT_CODE = {
  success: 0,
  /** A bug, or an error of the operating system. */
  failure: 1,
  /** An unknown command or option, an invalid value, or an invalid configuration. */
  usage: 2,
  /** No credential, or a credential that the server rejects. */
  authentication: 3,
  notFound: 4,
  /** The server rejects the request, for example because of a conflict or an invalid field. */
  rejected: 5,
  /** The server does not respond, or responds that it is unavailable. */
  unavailable: 6,
  /** A check of `loci doctor` failed. */
  unhealthy: 7,
  /** The user interrupted the command or did not confirm. As of a process that SIGINT ends. */
  canceled: 130,
} as const;

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE];
