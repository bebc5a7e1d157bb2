/** Source files without a message that a page of the portal can show, by reason. */
export const EXCLUDED_FILES: readonly { files: RegExp; reason: string }[] = [
  {
    files: /\.(test|fixture|contract|main|pages)\.ts$|\/migrations\/|\/texts\//,
    reason: 'not part of the API',
  },
  { files: /^services\/(portal(?!\/src\/api\/api-proxy)|standalone)\//, reason: 'not part of the API' },
  {
    files:
      /^shared\/(account-export|async|events|messaging|outbound|pages|postgres|reconciliation|runtime|service-hosting|telemetry|testing)\//,
    reason: 'errors of the server, which are described by their code',
  },
  {
    files:
      /^shared\/object-store\/|^services\/search\/src\/(embed|vector-index|keyword-index|maintenance)|\/graph-store\//,
    reason: 'errors of databases and models, which are described by their code',
  },
  {
    files: /^services\/search\/src\/items\/|^shared\/contracts\/src\/(concatenated-ids|graph-client)\.ts$/,
    reason: 'requests between services',
  },
  {
    files: /^gateway\/src\/(mcp|connect|authentication|positions)\/|^gateway\/src\/routing\/check-host/,
    reason: 'requests of assistants and other clients',
  },
  {
    files:
      /^auth-server\/src\/(oauth|sign-in|signing-keys|admin|grants|tokens|setup)\/|^shared\/access-token\/|^gateway\/src\/assemble-gateway\.ts$/,
    reason: 'requests for tokens, which the server of the portal sends',
  },
  { files: /^services\/\w+\/src\/states\//, reason: 'restored states, which only `loci import` sends' },
  {
    files: /\/erasure\/|^auth-server\/src\/(erasures\/auth-erasure|tenant-deletion\/delete-tenant)\.ts$/,
    reason: 'notes about tables for the specification of an erasure',
  },
  {
    files: /^services\/personality\/src\/(personas\/presets|awakening)\/|\/summary\/summarize-memories\.ts$/,
    reason: 'texts for assistants',
  },
  { files: /^shared\/resumable-uploads\/src\/upload-headers\.ts$/, reason: 'headers of the tus protocol' },
  {
    files:
      /^shared\/http\/src\/(in-process-client|limit-warnings|pagination|run-route)\.ts$|\/explanation\.resource\.ts$/,
    reason: 'parts of the server, and descriptions in the specification',
  },
];

const CODE = 'described by its code';
const WARNING = 'a warning, which no page shows';
const OTHER_CLIENTS = 'a request that no page sends';
const RESULT = 'a text of a successful response, which no page shows';
const SPECIFICATION = 'a text of the specification';

/** Messages that no page of the portal shows, by reason. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  ' {} more invalid elements are not listed.': 'part of a message about several fields',
  ' {} more problems are not listed.': 'part of a message about several fields',
  'Nothing was changed.': 'part of a message about several elements',
  'Nothing was created.': 'part of a message about several elements',
  'A secret in {} was replaced ({}).': WARNING,
  'Similar memories were not checked, because the search service did not respond in time.': WARNING,
  'The tag "{}" is stored as "{}".': WARNING,
  'The tag "{}" was skipped. After normalization, a tag must have 1 to {} characters (a-z, 0-9 and hyphens).':
    WARNING,
  'The {} {} is unknown and was ignored.': WARNING,
  'The memory existed before, so its importance is still {}. Use update_memory.': WARNING,
  'The memory existed before, so these tags were not added: {}. Use update_memory.': WARNING,
  'Several fields are invalid. See `field_errors`.{}': 'replaced by the problems of the fields',
  'No operation exists at {}.': CODE,
  'The API is unavailable. Try again in a few seconds.': CODE,
  'The path does not exist.': CODE,
  'The path {} does not exist.': CODE,
  'The service that handles this request is unavailable. Retry in a few seconds.': CODE,
  'The access token is missing. Send the header `Authorization: Bearer <ACCESS_TOKEN>`.': OTHER_CLIENTS,
  'The charset of the request body must be UTF-8.': OTHER_CLIENTS,
  'The content encoding of the request body must be `identity`, `gzip`, `deflate`, `br` or `zstd`.':
    OTHER_CLIENTS,
  'The content type must be multipart/form-data.': OTHER_CLIENTS,
  'The four weights must sum to 1.0. Their sum is {}.': OTHER_CLIENTS,
  'The header {} must be * or a comma-separated list of quoted ETags.': OTHER_CLIENTS,
  'The idempotency key must have 1 to {} visible ASCII characters.': OTHER_CLIENTS,
  'The method {} is not allowed for {}. Use {}.': OTHER_CLIENTS,
  'The order -strength requires memory_id, from_id or to_id.': OTHER_CLIENTS,
  'The path contains a malformed percent-encoding.': OTHER_CLIENTS,
  'The portal does not forward this operation.': OTHER_CLIENTS,
  'The request body must be JSON with the header `Content-Type: application/json`.': OTHER_CLIENTS,
  'Requires restored_id.': OTHER_CLIENTS,
  'This {} is unknown.': OTHER_CLIENTS,
  'Unknown: {}.': OTHER_CLIENTS,
  'bm25_weight, vector_weight and graph_weight must sum to 1.0.': OTHER_CLIENTS,
  'At least one of bm25_weight and vector_weight must be positive when enable_graph_expansion is false.':
    OTHER_CLIENTS,
  '{} and {} are names of the same filter and must have the same value.': OTHER_CLIENTS,
  'Revoke the API key and create another one.': SPECIFICATION,
  'Rotate the secret again with another idempotency key.': SPECIFICATION,
  'Rotate the secret of the webhook.': SPECIFICATION,
  'Withdraw the invitation and create another one.': SPECIFICATION,
  'Calm and warm.': SPECIFICATION,
  'You are a patient gardener who explains with plants.': SPECIFICATION,
  'The document has {} chunks, and a page has at most {}. Send next_cursor as cursor to receive the next ones.':
    RESULT,
  'The deletion has started.': RESULT,
  'Deleted {}.': RESULT,
  'Moved {} to {}.': RESULT,
  'Saved {}.': RESULT,
  'Stored {} in {} {}.': RESULT,
};
