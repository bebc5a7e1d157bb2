import {
  API_VERSION,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_WARNINGS,
  MIN_POSITION_HEADER,
  STATUS_BY_CODE,
} from '@loci/http';
import type { ZodOpenApiComponentsObject } from 'zod-openapi';

/** Replaced by the URL of the installation when the document is served. */
const AUTH_URL = 'https://localhost:8081';

const MAX_POSITION_LENGTH = 1_024;
const MAX_ETAGS_LENGTH = 1_024;
const MAX_REQUEST_ID_LENGTH = 128;
/** Messages are shorter, unless they quote input. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_FIELD_ERRORS = 1_000;

const INTEGER = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Components that many operations refer to. @see docs/reference/http.md */
export const COMPONENTS = {
  schemas: {
    Meta: {
      type: 'object',
      description: 'Data about the response.',
      required: ['timestamp', 'version', 'request_id'],
      properties: {
        timestamp: {
          type: 'string',
          format: 'date-time',
          maxLength: 24,
          description: 'Time of the response.',
        },
        version: { type: 'string', const: API_VERSION, description: 'Version of the API.' },
        request_id: {
          type: 'string',
          maxLength: MAX_REQUEST_ID_LENGTH,
          description: 'ID of the request, as in the header x-request-id and in the log.',
        },
        warnings: {
          type: 'array',
          maxItems: MAX_WARNINGS,
          items: { type: 'string', maxLength: MAX_TEXT_LENGTH },
          description: 'What the operation changed or ignored in the request. Absent without warnings.',
        },
        fresh: {
          type: 'boolean',
          description: 'Whether the results contain all changes up to the minimum position of the request.',
        },
      },
    },
    Error: {
      type: 'object',
      description: 'Response of a failed request.',
      required: ['status', 'error', 'meta'],
      properties: {
        status: { type: 'string', const: 'error', description: 'Distinguishes errors from successes.' },
        error: {
          type: 'object',
          description: 'What failed.',
          required: ['code', 'message', 'details', 'field_errors'],
          properties: {
            code: {
              type: 'string',
              enum: Object.keys(STATUS_BY_CODE),
              description: 'Code for programs. It does not change.',
            },
            message: {
              type: 'string',
              maxLength: MAX_TEXT_LENGTH,
              description: 'Sentence for people. Its wording can change.',
            },
            details: {
              type: ['object', 'null'],
              additionalProperties: true,
              description: 'Further data, which depends on the code.',
            },
            field_errors: {
              type: ['object', 'null'],
              additionalProperties: {
                type: 'array',
                maxItems: MAX_FIELD_ERRORS,
                items: { type: 'string', maxLength: MAX_TEXT_LENGTH },
              },
              description: 'Messages by field name, for invalid fields.',
            },
          },
        },
        meta: { $ref: '#/components/schemas/Meta' },
      },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A unique value for the request. A retry with the same key returns the stored response.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: '^[!-~]+$' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'ETag that the client has read, or *. The request fails with 412 if the object has another ETag now.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_ETAGS_LENGTH },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'ETag of an earlier response. The response is 304 if the object still has this ETag.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_ETAGS_LENGTH },
    },
    MinPosition: {
      name: MIN_POSITION_HEADER,
      in: 'header',
      description: 'Positions of earlier writes, separated by commas. The results contain these writes.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_POSITION_LENGTH },
    },
  },
  headers: {
    ETag: {
      description: 'Identifies the state of the object, for If-Match and If-None-Match.',
      schema: { type: 'string', maxLength: MAX_ETAGS_LENGTH },
    },
    Position: {
      description: 'Position of the change. A later request can wait until its results include the change.',
      schema: { type: 'string', maxLength: MAX_POSITION_LENGTH },
    },
    Searchable: {
      description: 'Present with wait_for=searchable. True if searches find the change.',
      schema: { type: 'string', enum: ['true', 'false'] },
    },
    'Access-Control-Allow-Origin': {
      description: 'The origin of the request, if it is an allowed web origin. Otherwise absent.',
      schema: { type: 'string', maxLength: 2_048 },
    },
    IdempotencyReplayed: {
      description: 'Present if the response was stored by an earlier request with the same idempotency key.',
      schema: { type: 'string', const: 'true' },
    },
    RateLimit: {
      description: 'Maximum number of requests per minute. Absent without a limit.',
      schema: INTEGER,
    },
    RateLimitRemaining: {
      description: 'Number of further requests that the gateway would accept now.',
      schema: INTEGER,
    },
    RateLimitReset: {
      description: 'Unix time in seconds at which the full limit is available again.',
      schema: INTEGER,
    },
    RetryAfter: { description: 'Seconds to wait before a retry.', schema: INTEGER },
  },
  securitySchemes: {
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'An access token, from the exchange of an API key or from OAuth. Its verification follows RFC8725.',
    },
    oauth: {
      type: 'oauth2',
      description: 'An access token of the authorization server. Its verification follows RFC8725.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${AUTH_URL}/oauth/authorize`,
          tokenUrl: `${AUTH_URL}/oauth/token`,
          refreshUrl: `${AUTH_URL}/oauth/token`,
          scopes: {
            read: 'Read and search the data of the tenant.',
            write: 'Change the data of the tenant.',
          },
        },
      },
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key. Only for its exchange for an access token.',
    },
  },
} satisfies ZodOpenApiComponentsObject;

export const headerReferences = (names: Record<string, keyof typeof COMPONENTS.headers>) =>
  Object.fromEntries(
    Object.entries(names).map(([header, name]) => [
      header,
      { $ref: `#/components/headers/${name}` as const },
    ]),
  );

/** Headers of every response to a request that counts for the rate limit. */
export const COMMON_HEADERS = headerReferences({
  'Access-Control-Allow-Origin': 'Access-Control-Allow-Origin',
  'X-RateLimit-Limit': 'RateLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
});

export const RETRY_AFTER_HEADER = headerReferences({ 'Retry-After': 'RetryAfter' });
