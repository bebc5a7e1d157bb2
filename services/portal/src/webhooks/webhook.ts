export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const WEBHOOKS_PATH = '/api/v2/webhooks';

/** A webhook as the API returns it. */
export interface ListedWebhook {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  failing_since: string | null;
  previous_secret_expires_at: string | null;
  created_at: string;
}

/** A message to a webhook as the API returns it. */
export interface ListedDelivery {
  id: string;
  event_type: string;
  status: (typeof DELIVERY_STATES)[number];
  attempts: number;
  next_attempt_at: string | null;
  attempt_log: { at: string; duration_ms: number; status: number | null; error: string | null }[];
  payload: unknown;
  created_at: string;
}

/** Values of the form of a webhook. */
export interface WebhookFields {
  url: string;
  description: string;
  event_types: string[];
}
