/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum depth: values below it are accepted. */
const MAX_DEPTH = 32;

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isMembers(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

/** `#/$defs/name` and `#/definitions/name` of the whole schema. */
function referred(reference: unknown, root: Members): unknown {
  if (typeof reference !== 'string') return undefined;
  const [, list = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/u.exec(reference) ?? [];
  const all = root[list];
  return isMembers(all) ? all[name] : undefined;
}

function membersFit(value: Members, schema: Members, root: Members, depth: number): boolean {
  const properties = isMembers(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  if (required.some((name) => typeof name === 'string' && !Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]) => {
    if (Object.hasOwn(properties, name)) return fits(member, properties[name], root, depth + 1);
    return schema.additionalProperties !== false;
  });
}

function fits(value: unknown, schema: unknown, root: Members, depth: number): boolean {
  if (!isMembers(schema) || depth > MAX_DEPTH) return schema !== false;
  if (schema.$ref !== undefined) return fits(value, referred(schema.$ref, root), root, depth + 1);
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (!types.some((type) => isOfType(value, type))) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (schema.const !== undefined && schema.const !== value) return false;
  const choices: unknown = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && !choices.some((one) => fits(value, one, root, depth + 1))) return false;
  if (Array.isArray(value)) return value.every((item) => fits(item, schema.items, root, depth + 1));
  return !isMembers(value) || membersFit(value, schema, root, depth);
}

/**
 * Whether a JSON value fits a JSON Schema, as far as structured outputs use one: types, properties, required and additional members, items,
 * enum, const, anyOf and references to definitions. Patterns are not run: they come from the client, and some need exponential time.
 */
export function fitsSchema(value: unknown, schema: Readonly<Record<string, unknown>> | undefined): boolean {
  return schema === undefined ? isMembers(value) : fits(value, schema, schema, 0);
}
