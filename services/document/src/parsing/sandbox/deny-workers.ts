import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

interface Permission {
  drop?(scope: 'worker'): void;
}

/**
 * Takes the right to start worker threads away from this process. A worker thread can be started without the permission
 * model of its process, so it would be a way out of the sandbox.
 *
 * Older releases of Node.js 24 cannot drop a permission at run time. There, the constructor is replaced instead.
 */
export function denyWorkers(permission = (process as { permission?: Permission }).permission): void {
  if (permission?.drop !== undefined) return permission.drop('worker');
  Object.assign(workerThreads, { Worker: DeniedWorker });
  syncBuiltinESMExports();
}

class DeniedWorker {
  constructor() {
    throw Object.assign(new Error('Worker threads are not allowed in the parser sandbox.'), {
      code: 'ERR_ACCESS_DENIED',
    });
  }
}
