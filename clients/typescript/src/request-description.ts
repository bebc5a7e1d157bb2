/** The keywords of JSON Schema that the OpenAPI document uses for requests. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly propertyNames?: unknown;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  /** Only of parameters: true for a parameter that every request has. */
  readonly isRequired?: boolean;
}

/** Input of an operation, from the OpenAPI document. */
export interface RequestDescription {
  readonly method: string;
  /** Path template, such as `/api/v2/memories/{memory_id}`. */
  readonly path: string;
  /** The scope, followed by a permission that differs from the scope. Empty for an operation without an access token. */
  readonly scopes: readonly string[];
  /** Names of the accepted headers, in lowercase. */
  readonly headers: readonly string[];
  readonly path_parameters: Readonly<Record<string, Schema>>;
  readonly query: Readonly<Record<string, Schema>>;
  /** Schema of the JSON body; null without one. */
  readonly body: Schema | null;
}
