/** Keywords of a schema whose value is a schema. */
const ONE_SCHEMA = ['items', 'additionalProperties', 'not'] as const;
/** Keywords of a schema whose value is a list of schemas. */
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
/** Keywords of a schema whose value has schemas under free names. */
const SCHEMA_MAPS = ['properties', 'patternProperties', '$defs'] as const;

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valuesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isNode(value) ? Object.values(value) : [];
}

function convertSchema(schema: unknown): void {
  if (!isNode(schema)) return;
  if ('example' in schema) {
    schema['examples'] ??= [schema['example']];
    delete schema['example'];
  }
  for (const key of ONE_SCHEMA) convertSchema(schema[key]);
  for (const key of SCHEMA_LISTS) valuesOf(schema[key]).forEach(convertSchema);
  for (const key of SCHEMA_MAPS) valuesOf(schema[key]).forEach(convertSchema);
}

/** Converts the schemas of parameters, headers and media types; an `example` next to `schema` is valid in every version. */
function convertNamedSchemas(node: unknown): void {
  if (Array.isArray(node)) node.forEach(convertNamedSchemas);
  if (!isNode(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'schema') convertSchema(value);
    else if (key !== 'example' && key !== 'examples') convertNamedSchemas(value);
  }
}

/**
 * Writes the examples of schemas as JSON Schema 2020-12 does, which OpenAPI 3.1 uses: `examples: [value]` instead of `example: value`.
 * Changes the document in place.
 */
export function useSchemaExamples(document: { readonly paths: object; readonly components?: object }): void {
  convertNamedSchemas(document.paths);
  const { schemas, ...others }: Node = { ...document.components };
  valuesOf(schemas).forEach(convertSchema);
  convertNamedSchemas(others);
}
