/**
 * The attributes that spans can have. Their values are names and numbers of the program: never content, query text, IDs of
 * tenants, users or objects, addresses of clients, tokens or error messages.
 *
 * @see docs/observability.md#spans
 */
export const SPAN_ATTRIBUTES = [
  'db.client.connection.pool.name',
  'db.collection.name',
  'db.operation.batch.size',
  'db.operation.name',
  'db.query.summary',
  'db.system.name',
  'error.type',
  'gen_ai.tool.name',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'loci.service',
  'messaging.batch.message_count',
  'messaging.consumer.group.name',
  'messaging.destination.name',
  'messaging.operation.name',
  'messaging.operation.type',
  'messaging.system',
  'server.address',
  'server.port',
] as const;

/** Attributes of a span. The type rejects attributes that {@link SPAN_ATTRIBUTES} does not list. */
export type SpanAttributes = Partial<Record<(typeof SPAN_ATTRIBUTES)[number], string | number>>;
