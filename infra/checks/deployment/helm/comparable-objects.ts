import { parseAllDocuments } from 'yaml';

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };

/** Objects of a rendering by `<kind>/<name>`, without the intended differences between the chart and kustomize. */
export type ComparableObjects = Record<string, Fields>;

/** Labels and annotations that only the chart sets. */
const CHART_METADATA = /^(app\.kubernetes\.io\/(instance|managed-by|version)|helm\.sh\/.*|checksum\/config)$/;
/** Kustomize appends a hash to the names of the ConfigMaps and Secrets that it generates. */
const GENERATED_NAME =
  /^(public-urls|operator-view|telemetry|backup|backup-scripts|platform|database|postgres|kafka|elasticsearch|qdrant|neo4j|s3)-[a-z0-9]{10}$/;

/**
 * Parses the rendered chart. Removes the release name, the metadata of Helm, the pull policy of the image, the deadline of
 * the migration Job, and the pod of `helm test`.
 */
export function chartObjects(text: string, release: string): ComparableObjects {
  // The Ingress has the name of the release.
  const named = text.replaceAll(`${release}-`, '').replaceAll(`  name: ${release}\n`, '  name: loci\n');
  const objects = comparable(named, (name, value, parent) => {
    if (CHART_METADATA.test(name) || name === 'imagePullPolicy') return undefined;
    if (name === 'activeDeadlineSeconds' && parent['ttlSecondsAfterFinished'] !== undefined) return undefined;
    return value;
  });
  delete objects['Pod/check-platform'];
  return objects;
}

/**
 * Parses the output of kustomize. Removes the objects that the chart does not contain: stores, Secrets and Namespaces. Removes
 * the hashes of generated names, the namespace, and `optional` of whole Secrets, because the chart refers only to Secrets
 * that the values name.
 */
export function kustomizeObjects(text: string): ComparableObjects {
  const objects = comparable(text, (name, value, parent) => {
    if (name === 'namespace') return undefined;
    // A reference to a whole Secret has no key.
    if (name === 'optional' && parent['key'] === undefined) return undefined;
    return typeof value === 'string' ? value.replace(GENERATED_NAME, '$1') : value;
  });
  return Object.fromEntries(
    Object.entries(objects).filter(
      ([key, object]) =>
        !/^(Secret|Namespace|StatefulSet)\//.test(key) &&
        key !== 'Job/make-bucket' &&
        !isService(object, ['postgres', 'kafka', 'elasticsearch', 'qdrant', 'neo4j', 's3']),
    ),
  );
}

const isService = (object: Fields, names: readonly string[]) =>
  object['kind'] === 'Service' && names.includes((object['metadata'] as { name: string }).name);

type Change = (name: string, value: Json, parent: Fields) => Json | undefined;

function comparable(text: string, change: Change): ComparableObjects {
  const documents = parseAllDocuments(text, { merge: true }).map((each) => each.toJS() as Fields | null);
  const objects = documents.filter((each) => each !== null).map((each) => normalize(each, change) as Fields);
  const keyed = objects.map((each): [string, Fields] => [
    `${each['kind'] as string}/${(each['metadata'] as { name: string }).name}`,
    each,
  ]);
  const byKey = Object.fromEntries(keyed);
  if (Object.keys(byKey).length !== keyed.length) throw new Error('Two objects have the same kind and name.');
  return byKey;
}

/** Applies `change` to every field, removes empty objects and `replicas: 1`, and sorts environments by name. */
function normalize(value: Json, change: Change): Json {
  if (Array.isArray(value)) {
    const entries = value.map((each) => normalize(each, change));
    return entries.every(isNamed) ? entries.sort((a, b) => (a.name < b.name ? -1 : 1)) : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields: [string, Json][] = [];
  for (const [name, each] of Object.entries(value)) {
    const changed = change(name, each, value);
    if (changed === undefined || (name === 'replicas' && changed === 1)) continue;
    const normalized = normalize(changed, change);
    const isEmpty = (name === 'labels' || name === 'annotations') && Object.keys(normalized!).length === 0;
    if (!isEmpty) fields.push([name, normalized]);
  }
  return Object.fromEntries(fields);
}

/** Lists of named entries, such as environments, ports and volumes, have no significant order. */
const isNamed = (value: Json): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value;
