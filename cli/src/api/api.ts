/** Request to the REST API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with query, for example `/api/v2/memories?per_page=100`. */
  path: string;
  /** Body that is sent as JSON. */
  body?: unknown;
  /** Makes a write safe to retry. @see docs/reference/http.md#idempotency-keys */
  idempotencyKey?: string;
}

/** Calls of the REST API with the access token of a user. Requests are retried where this is safe. */
export interface Api {
  /** Opaque ID of the server, tenant and user. */
  account(): Promise<string>;
  /**
   * Returns `data` of the response.
   *
   * @throws ApiError if the response is an error
   */
  request<T>(call: ApiCall): Promise<T>;
  /** Returns the body of a response that is not JSON. */
  download(path: string): Promise<Uint8Array>;
  /** Sends a multipart form and returns `data` of the response. */
  upload<T>(path: string, form: FormData): Promise<T>;
}

/** Error response of the API, or a failed connection (status 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
