/**
 * Server settings. They are passed on the command line at each start, so that a new version of Loci can
 * change them. The values limit memory use, because the whole platform must use less than 500 MB with 100,000
 * memories.
 */
export const DURABLE_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  jit: 'off',
  // The next five settings avoid processes of 5 MB each, which have no benefit on two cores.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  // After a large import, queries are slow until the tables are analyzed: up to a minute with the default.
  autovacuum_naptime: '10s',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  // The lowest level with which a backup can be made while the server runs.
  wal_level: 'replica',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // `log` includes LOG and FATAL but not ERROR, because error messages of statements can quote memories.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  logging_collector: 'off',
};

/** Settings of ephemeral test clusters, which do not need to survive a power failure. */
export const EPHEMERAL_SETTINGS: Readonly<Record<string, string>> = {
  ...DURABLE_SETTINGS,
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
};

/** Returns the server arguments `-c name=value` for the settings. */
export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
