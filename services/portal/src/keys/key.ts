export const KEYS_PATH = '/api/v2/auth/api-keys';

/** An API key as the API returns it. */
export interface ListedKey {
  key_id: string;
  user_id: string;
  prefix: string;
  name: string;
  permissions: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}
