import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

/** @see docs/reference/artifacts.md */
export class Artifacts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Saves a new file. */
  save(
    artifact: Body<'post', '/api/v2/artifacts'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/artifacts'>> {
    return this.#transport.call('post', '/api/v2/artifacts', { body: artifact }, options);
  }

  /** Saves a file from a resumable upload whose bytes have all been sent. */
  completeUpload(
    uploadId: string,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/artifacts/uploads/{upload_id}/complete'>> {
    const input = { path: { upload_id: uploadId } };
    return this.#transport.call('post', '/api/v2/artifacts/uploads/{upload_id}/complete', input, options);
  }

  /** Returns a file. `encoding` is `base64` for a file that is not text. */
  get(
    query: Query<'get', '/api/v2/artifacts'>,
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/artifacts'>> {
    return this.#transport.call('get', '/api/v2/artifacts', { query }, options);
  }

  /** Returns files and folders of a folder. */
  list(
    query: Query<'get', '/api/v2/artifacts/list'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/artifacts/list'>> {
    return this.#transport.call('get', '/api/v2/artifacts/list', { query }, options);
  }

  /** Yields all files of a folder. */
  iterate(
    query: Query<'get', '/api/v2/artifacts/list'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Data<'get', '/api/v2/artifacts/list'>['files'][number], void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.list({ ...query, cursor }, options);
      return { items: data.files, nextCursor: data.next_cursor };
    });
  }

  /** Moves a file to a path at which nothing exists. */
  move(
    paths: Body<'post', '/api/v2/artifacts/move'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/artifacts/move'>> {
    return this.#transport.call('post', '/api/v2/artifacts/move', { body: paths }, options);
  }

  delete(
    query: Query<'delete', '/api/v2/artifacts'>,
    options?: CallOptions,
  ): Promise<Data<'delete', '/api/v2/artifacts'>> {
    return this.#transport.call('delete', '/api/v2/artifacts', { query }, options);
  }

  /** Returns the stored bytes of artifacts and their quota. */
  usage(options?: CallOptions): Promise<Data<'get', '/api/v2/usage/artifacts'>> {
    return this.#transport.call('get', '/api/v2/usage/artifacts', {}, options);
  }
}
