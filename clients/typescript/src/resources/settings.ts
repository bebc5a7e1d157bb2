import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data } from '../types.ts';

/** @see docs/reference/time.md */
export class Settings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the default lifetimes of new memories by type. */
  retention(options?: CallOptions): Promise<Data<'get', '/api/v2/settings/retention'>> {
    return this.#transport.call('get', '/api/v2/settings/retention', {}, options);
  }

  setRetention(
    retention: Body<'put', '/api/v2/settings/retention'>,
    options?: CallOptions,
  ): Promise<Data<'put', '/api/v2/settings/retention'>> {
    return this.#transport.call('put', '/api/v2/settings/retention', { body: retention }, options);
  }

  /** Returns what happens to writes with secrets. */
  secretFilter(options?: CallOptions): Promise<Data<'get', '/api/v2/settings/secret-filter'>> {
    return this.#transport.call('get', '/api/v2/settings/secret-filter', {}, options);
  }

  /** Sets what happens to later writes with secrets. Only owners can change it. */
  setSecretFilter(
    filter: Body<'put', '/api/v2/settings/secret-filter'>,
    options?: CallOptions,
  ): Promise<Data<'put', '/api/v2/settings/secret-filter'>> {
    return this.#transport.call('put', '/api/v2/settings/secret-filter', { body: filter }, options);
  }

  /** Returns whether Loci records who reads the memories. */
  readers(options?: CallOptions): Promise<Data<'get', '/api/v2/settings/readers'>> {
    return this.#transport.call('get', '/api/v2/settings/readers', {}, options);
  }

  /** Turns the recording of readers on or off. Only owners can change it. */
  setReaders(
    readers: Body<'put', '/api/v2/settings/readers'>,
    options?: CallOptions,
  ): Promise<Data<'put', '/api/v2/settings/readers'>> {
    return this.#transport.call('put', '/api/v2/settings/readers', { body: readers }, options);
  }
}
