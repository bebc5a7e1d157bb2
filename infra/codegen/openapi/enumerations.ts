type Json = Record<string, unknown>;

/**
 * Names of enumerations whose property has a name that is too general. The key is the property, with the object that
 * contains it, or the operation, where the same property has several enumerations.
 */
const NAMES: Readonly<Record<string, string>> = {
  'AuditEntryList.action': 'AuditAction',
  'AuditEntryList.object_type': 'AuditObjectType',
  'AuditEntryList.via': 'AuditVia',
  'Erasure.status': 'ErasureStatus',
  'MissingResultExplanation.reason': 'MissingResultReason',
  'ReplayWebhookDeliveriesRequest.statuses': 'ReplayableDeliveryStatus',
  'ResolveSuggestionRequest.action': 'SuggestionAction',
  'SecretFilter.action': 'SecretFilterAction',
  'SimilarMemory.kind': 'SimilarityKind',
  'Suggestion.status': 'SuggestionStatus',
  'UpdateWebhookRequest.status': 'WebhookStatus',
  'WebhookDelivery.status': 'WebhookDeliveryStatus',
  'attempt_log.error': 'WebhookDeliveryError',
  'defaults.memory_type': 'RetainedMemoryType',
  'results.status': 'MemoryUpdateStatus',
  'revisions.change': 'RevisionChange',
  'search_metadata.ranking': 'UsedRanking',
  'steps.type': 'PathStepType',
  '/api/v2/relationships.get.sort': 'RelationshipSort',
  code: 'ErrorCode',
  current_tier: 'Tier',
  degraded: 'Retriever',
  difference: 'ContradictionDifference',
  direction: 'TraversalDirection',
  disabled_reason: 'WebhookDisabledReason',
  event_types: 'WebhookEventType',
  filter: 'SearchFilter',
  include: 'IncludedValidity',
  resolution: 'ContradictionResolution',
  tier_required: 'Tier',
  sort: 'MemorySort',
};

/**
 * Makes every enumeration of the document a component, so that generated clients have one type for it. The name of an
 * enumeration is the name of the first property that has it, for example `MemoryType` for `memory_type`.
 *
 * @throws Error if a component has the name already
 */
export function nameEnumerations(document: object): object {
  const { components } = document as { components: { schemas: Record<string, unknown> } };
  const names = new Map<string, string>();
  const found: Record<string, Json> = {};

  const nameOf = (values: readonly unknown[], path: readonly string[]): string => {
    const key = JSON.stringify(values);
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = componentName(path, (taken) => taken in components.schemas || taken in found);
    names.set(key, name);
    found[name] = { type: 'string', enum: values };
    return name;
  };

  const visit = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((element) => visit(element, path));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Json;
    if (schema['type'] === 'string' && Array.isArray(schema['enum']) && schema['enum'].length > 1) {
      const { type: _type, enum: values, ...rest } = schema;
      return { $ref: `#/components/schemas/${nameOf(values as unknown[], path)}`, ...rest };
    }
    return Object.fromEntries(
      Object.entries(schema).map(([key, child]) => [key, visit(child, nextPath(path, schema, key))]),
    );
  };

  const { components: _, ...rest } = document as Json;
  // Components are visited first, because their names describe their properties best.
  const visited = visit(components, []) as Json;
  const paths = visit(rest, []) as Json;
  const schemas = { ...(visited['schemas'] as Json), ...found };
  return { ...paths, components: { ...visited, schemas: sortByName(schemas) } };
}

/** Keys of a schema whose values have the same name as the schema. */
const TRANSPARENT = new Set([
  'schema',
  'schemas',
  'properties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'additionalProperties',
  'propertyNames',
  'content',
  'application/json',
  'parameters',
  'responses',
  'headers',
]);

function nextPath(path: readonly string[], schema: Json, key: string): readonly string[] {
  if (key === 'schema' && typeof schema['name'] === 'string') return [...path, schema['name']];
  return TRANSPARENT.has(key) || /^\d+$/.test(key) ? path : [...path, key];
}

function componentName(path: readonly string[], isTaken: (name: string) => boolean): string {
  const property = path.at(-1) ?? '';
  const named = [3, 2, 1]
    .map((length) => NAMES[path.slice(-length).join('.')])
    .find((known) => known !== undefined);
  const name = named ?? pascalCase(singular(property));
  if (isTaken(name)) throw new Error(`The enumeration ${path.join('.')} needs another name than ${name}.`);
  return name;
}

const singular = (name: string): string => name.replace(/([^su])s$/, '$1');

const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());

const sortByName = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
