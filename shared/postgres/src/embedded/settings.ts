/**
 * The server's settings, given on its command line at every start so that a newer version of Loci brings newer ones.
 * Small memory: the whole platform is to stay under 500 MB with 100,000 memories.
 */
export const DURABLE_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // A socket's lock file would outlive a postmaster that stays as a zombie in a container.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  jit: 'off',
  // Helper processes of 5 MB each that a machine with two cores gains nothing from.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // LOG and FATAL but not ERROR: a failed statement's message may quote a memory, and its caller is told anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  logging_collector: 'off',
};

/** For clusters that are thrown away: nothing survives a power cut, and nothing has to. */
export const THROW_AWAY_SETTINGS: Readonly<Record<string, string>> = {
  ...DURABLE_SETTINGS,
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
};

/** `-c name=value` for each. */
export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
