import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { CustomResourceDefinition, FieldSchema } from '../cluster/custom-resource-definitions.ts';
import type { Resource } from '../kubernetes/resource.ts';

/**
 * Validates custom resources against their definitions. Unknown fields are problems, as for `kubectl --validate=strict`. The
 * validation rules in CEL are not evaluated. `check-cluster.main.ts` validates with the API server.
 *
 * @returns one line per problem, also for an object without a definition
 */
export function createCustomResourceCheck(definitions: readonly CustomResourceDefinition[]) {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validators = new Map<string, ValidateFunction>();
  const schemas = new Map<string, FieldSchema>();
  for (const { spec } of definitions) {
    for (const { name, schema } of spec.versions) {
      schemas.set(`${spec.group}/${name} ${spec.names.kind}`, schema.openAPIV3Schema);
    }
  }
  return (object: Resource): string[] => {
    const type = `${object.apiVersion} ${object.kind}`;
    const label = `${object.kind} ${object.metadata.name}`;
    const schema = schemas.get(type);
    if (schema === undefined) return [`${label}: there is no definition of ${type}`];
    const validate = validators.get(type) ?? ajv.compile(closed(schema, true));
    validators.set(type, validate);
    if (validate(object)) return [];
    return validate.errors!.map(({ instancePath, message, params }) => {
      const name = (params as { additionalProperty?: string }).additionalProperty;
      return `${label}: ${instancePath} ${message}${name === undefined ? '' : `: ${name}`}`;
    });
  };
}

/** Returns a schema that rejects unknown fields, except in the metadata of the object. */
function closed(schema: FieldSchema, isRoot = false): FieldSchema {
  const copy = { ...schema };
  // JavaScript has no inline flag for the rest of an expression.
  if (schema.pattern !== undefined) copy.pattern = schema.pattern.replace(/\(\?i\)(.*)/, '(?i:$1)');
  if (schema.items !== undefined) copy.items = closed(schema.items);
  if (typeof schema.additionalProperties === 'object') {
    copy.additionalProperties = closed(schema.additionalProperties);
  }
  if (schema.properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [
        name,
        isRoot && name === 'metadata' ? each : closed(each),
      ]),
    );
    const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || schema['x-kubernetes-embedded-resource'];
    if (!isOpen && schema.additionalProperties === undefined) copy.additionalProperties = false;
  }
  return copy;
}
