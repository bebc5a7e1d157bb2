import type { CallOptions } from '../options.ts';
import { paginate } from '../paginate.ts';
import type { Transport } from '../transport/transport.ts';
import type { Body, Data, Query } from '../types.ts';

/** @see docs/reference/webhooks.md */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a webhook. Only this response and the rotation contain the secret. */
  create(
    webhook: Body<'post', '/api/v2/webhooks'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/webhooks'>> {
    return this.#transport.call('post', '/api/v2/webhooks', { body: webhook }, options);
  }

  list(options?: CallOptions): Promise<Data<'get', '/api/v2/webhooks'>> {
    return this.#transport.call('get', '/api/v2/webhooks', {}, options);
  }

  get(webhookId: string, options?: CallOptions): Promise<Data<'get', '/api/v2/webhooks/{webhook_id}'>> {
    return this.#transport.call(
      'get',
      '/api/v2/webhooks/{webhook_id}',
      { path: { webhook_id: webhookId } },
      options,
    );
  }

  update(
    webhookId: string,
    changes: Body<'patch', '/api/v2/webhooks/{webhook_id}'>,
    options?: CallOptions,
  ): Promise<Data<'patch', '/api/v2/webhooks/{webhook_id}'>> {
    return this.#transport.call(
      'patch',
      '/api/v2/webhooks/{webhook_id}',
      { path: { webhook_id: webhookId }, body: changes },
      options,
    );
  }

  delete(webhookId: string, options?: CallOptions): Promise<Data<'delete', '/api/v2/webhooks/{webhook_id}'>> {
    return this.#transport.call(
      'delete',
      '/api/v2/webhooks/{webhook_id}',
      { path: { webhook_id: webhookId } },
      options,
    );
  }

  rotateSecret(
    webhookId: string,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/webhooks/{webhook_id}/rotate-secret'>> {
    return this.#transport.call(
      'post',
      '/api/v2/webhooks/{webhook_id}/rotate-secret',
      { path: { webhook_id: webhookId } },
      options,
    );
  }

  /** Sends a test message. */
  test(
    webhookId: string,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/webhooks/{webhook_id}/test'>> {
    return this.#transport.call(
      'post',
      '/api/v2/webhooks/{webhook_id}/test',
      { path: { webhook_id: webhookId } },
      options,
    );
  }

  /** Returns one page of the messages of a webhook. */
  deliveries(
    webhookId: string,
    query: Query<'get', '/api/v2/webhooks/{webhook_id}/deliveries'> = {},
    options?: CallOptions,
  ): Promise<Data<'get', '/api/v2/webhooks/{webhook_id}/deliveries'>> {
    return this.#transport.call(
      'get',
      '/api/v2/webhooks/{webhook_id}/deliveries',
      { path: { webhook_id: webhookId }, query },
      options,
    );
  }

  /** Yields all messages of a webhook. */
  iterateDeliveries(
    webhookId: string,
    query: Query<'get', '/api/v2/webhooks/{webhook_id}/deliveries'> = {},
    options?: CallOptions,
  ): AsyncGenerator<
    Data<'get', '/api/v2/webhooks/{webhook_id}/deliveries'>['items'][number],
    void,
    undefined
  > {
    return paginate(async (cursor = query.cursor) => {
      const data = await this.deliveries(webhookId, { ...query, cursor }, options);
      return { items: data.items, nextCursor: data.next_cursor };
    });
  }

  /** Sends a message again. */
  replayDelivery(
    webhookId: string,
    deliveryId: string,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay'>> {
    return this.#transport.call(
      'post',
      '/api/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
      { path: { webhook_id: webhookId, delivery_id: deliveryId } },
      options,
    );
  }

  /** Sends the messages of a period again. */
  replay(
    webhookId: string,
    period: Body<'post', '/api/v2/webhooks/{webhook_id}/replay'>,
    options?: CallOptions,
  ): Promise<Data<'post', '/api/v2/webhooks/{webhook_id}/replay'>> {
    return this.#transport.call(
      'post',
      '/api/v2/webhooks/{webhook_id}/replay',
      { path: { webhook_id: webhookId }, body: period },
      options,
    );
  }
}
