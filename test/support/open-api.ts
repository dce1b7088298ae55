import type { InjectOptions } from 'fastify';

/** A schema of the document, as far as specs read it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-required-scope'?: string;
  readonly 'x-shows-secret'?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

export interface Operation {
  /** For messages: `POST /documents`. */
  readonly name: string;
  readonly method: Method;
  /** The path as the document writes it. */
  readonly path: string;
  /** The path with a value for each parameter. */
  readonly url: string;
  readonly operation: OpenApiOperation;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** What the document can be read from; `RunningApplication` is one. */
interface Asked {
  call(options: InjectOptions): Promise<{ readonly body: string }>;
}

export async function openApiDocument(running: Asked): Promise<OpenApiDocument> {
  const response = await running.call({ method: 'GET', url: '/openapi.json' });
  return JSON.parse(response.body) as OpenApiDocument;
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      const url = path.replaceAll(/\{[^}]+\}/g, 'unknown');
      return operation === undefined ? [] : [{ name: `${method} ${path}`, method, path, url, operation }];
    }),
  );
}

/** What a `$ref` points to. @throws when it points to nothing */
export function resolveReference(document: OpenApiDocument, reference: string): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1];
  const schema = name === undefined ? undefined : document.components.schemas[name];
  if (schema === undefined) throw new Error(`${reference} points to nothing`);
  return schema;
}

/** `all` fills every property as Swagger UI does; `documented` only those that are required or have an example. */
export type Fill = 'all' | 'documented';

/** An example of a schema, built from the examples inside it as documentation tools build one. */
export function exampleOf(document: OpenApiDocument, schema: Schema, fill: Fill): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) return exampleOf(document, resolveReference(document, schema.$ref), fill);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice !== undefined) return exampleOf(document, choice, fill);
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => exampleOf(document, part, fill));
    return parts.length === 1 ? parts[0] : Object.assign({}, ...parts);
  }
  if (hasType(schema, 'object') || schema.properties !== undefined) return exampleObject(document, schema, fill);
  if (hasType(schema, 'array')) return schema.items === undefined ? [] : [exampleOf(document, schema.items, fill)];
  return exampleScalar(schema);
}

function hasType({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function exampleObject(document: OpenApiDocument, schema: Schema, fill: Fill): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => fill === 'all' || schema.required?.includes(name) === true || hasExample(document, property),
  );
  return Object.fromEntries(entries.map(([name, property]) => [name, exampleOf(document, property, fill)]));
}

function hasExample(document: OpenApiDocument, schema: Schema): boolean {
  if (schema.examples !== undefined || schema.default !== undefined || schema.enum !== undefined) return true;
  if (schema.$ref !== undefined) return hasExample(document, resolveReference(document, schema.$ref));
  const inner = [
    ...(schema.allOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return inner.some((part) => hasExample(document, part));
}

function exampleScalar(schema: Schema): unknown {
  if (hasType(schema, 'boolean')) return true;
  if (hasType(schema, 'number') || hasType(schema, 'integer')) return schema.minimum ?? 0;
  return 'string'.padEnd(schema.minLength ?? 0, 'string');
}
