/** `failed`: all attempts failed, or the webhook was disabled for too long. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Reasons why an attempt got no response. */
export const ATTEMPT_ERRORS = [
  'address_forbidden',
  'host_not_found',
  'timeout',
  'tls_error',
  'connection_error',
  'secret_unreadable',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** A finished attempt. Exactly one of `status` and `error` is null. */
export interface LoggedAttempt {
  /** Start of the attempt in ISO 8601. */
  at: string;
  duration_ms: number;
  /** HTTP status of the response. */
  status: number | null;
  error: AttemptError | null;
}

/** Maximum number of attempts that the log of a delivery keeps. */
export const MAX_LOGGED_ATTEMPTS = 20;

/** A message to one webhook, with the state of its delivery. */
export interface Delivery {
  tenantId: string;
  webhookId: string;
  /** Position in the order of delivery, as a decimal string. */
  seq: string;
  eventId: string;
  eventType: string;
  objectId: string;
  payload: string;
  state: DeliveryState;
  /** Number of started attempts since the creation or the last replay. */
  attempts: number;
  nextAttemptAt: Date;
  attemptLog: LoggedAttempt[];
  createdAt: Date;
}
