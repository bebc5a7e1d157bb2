/** A message to one webhook, or to several webhooks of a tenant. */
export interface Message {
  tenantId: string;
  eventId: string;
  eventType: string;
  /** Object that the message describes. Its messages are delivered in order. */
  objectId: string;
  /** Body of the request. */
  payload: string;
}

/** Creates the body of a request, in the structure that Standard Webhooks recommends. */
export const toPayload = (type: string, occurredAt: string, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: occurredAt, data });
