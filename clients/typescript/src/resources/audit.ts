import { ConnectionError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import { toDownload } from '../transport/download.ts';
import { readLines } from '../transport/read-lines.ts';
import type { Transport } from '../transport/transport.ts';
import type { Data, Query } from '../types.ts';

const AUDIT = '/api/v2/audit';
const EXPORT = '/api/v2/audit/export';

export type AuditEntry = Data<'get', typeof AUDIT>['items'][number];

/** @see docs/reference/audit.md */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns one page of audit entries. */
  list(query: Query<'get', typeof AUDIT> = {}, options?: CallOptions): Promise<Data<'get', typeof AUDIT>> {
    return this.#transport.call('get', AUDIT, { query }, options);
  }

  /** Yields all audit entries that match the filters, with one request for each page. */
  iterate(
    query: Query<'get', typeof AUDIT> = {},
    options?: CallOptions,
  ): AsyncGenerator<AuditEntry, void, undefined> {
    return paginate(async (cursor = query.cursor) => {
      const { items, next_cursor: nextCursor } = await this.list({ ...query, cursor }, options);
      return { items, nextCursor };
    });
  }

  /**
   * Yields all audit entries that match the filters, from one streamed response.
   *
   * @throws ConnectionError if the export was interrupted
   */
  async *export(
    query: Query<'get', typeof EXPORT> = {},
    options: CallOptions = {},
  ): AsyncGenerator<AuditEntry, void, undefined> {
    const { body } = await this.#transport.send(
      'get',
      EXPORT,
      { query },
      options,
      async (response, deadline) => toDownload(response, deadline),
    );
    for await (const line of readLines(body)) {
      const entry = JSON.parse(line) as AuditEntry | { end: true };
      if ('end' in entry) return;
      yield entry;
    }
    throw new ConnectionError('The export was interrupted.');
  }
}
