import { request } from 'node:https';

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: unknown;
  status?: unknown;
  [field: string]: unknown;
}

interface ApiResource {
  name: string;
  kind: string;
  namespaced: boolean;
}

/** The API server rejected a request. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface KubernetesClient {
  get<T>(path: string): Promise<T>;
  /**
   * Creates or updates an object with server-side apply and strict validation of its fields.
   *
   * @throws ApiError if the validation or the admission rejects the object
   */
  apply(object: KubernetesObject, namespace?: string): Promise<KubernetesObject>;
}

/** Creates a client of an API server on 127.0.0.1 with the certificate authority `ca` and a bearer token. */
export function createKubernetesClient(port: number, ca: string, token: string): KubernetesClient {
  const send = (method: string, path: string, body?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: '127.0.0.1', port, path, method, ca },
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/apply-patch+yaml' }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const status = response.statusCode!;
            if (status >= 400) reject(new ApiError(status, messageOf(text)));
            else resolve(text.startsWith('{') ? (JSON.parse(text) as unknown) : text);
          });
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const groupPath = (apiVersion: string) =>
    apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

  return {
    get: <T>(path: string) => send('GET', path) as Promise<T>,
    apply: async (object, namespace) => {
      const group = groupPath(object.apiVersion);
      const { resources } = (await send('GET', group)) as { resources: ApiResource[] };
      const resource = resources.find(({ kind, name }) => kind === object.kind && !name.includes('/'));
      if (resource === undefined) {
        throw new ApiError(404, `There is no kind ${object.kind} in ${object.apiVersion}.`);
      }
      const within = resource.namespaced ? `/namespaces/${object.metadata.namespace ?? namespace}` : '';
      const query = 'fieldManager=loci-check&fieldValidation=Strict&force=true';
      const path = `${group}${within}/${resource.name}/${object.metadata.name}?${query}`;
      return (await send('PATCH', path, object)) as KubernetesObject;
    },
  };
}

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text;
  }
}
