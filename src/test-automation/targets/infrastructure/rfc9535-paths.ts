import { JSONPathEnvironment, JSONPathQuery } from 'json-p3';
import { isPath, valueAt, JsonPaths } from '../domain/json-value.js';

/** `..` visits the whole value, and each further one the whole of every match. */
const DESCENDANTS = /\.\./gu;
const MOST_DESCENDANTS = 1;
/** Maximum depth of objects and lists for `..`. */
const MOST_DEPTH = 100;

/** JSONPath without regular expressions, which a value of a target could make slow. */
function environment(): JSONPathEnvironment {
  const made = new JSONPathEnvironment({ maxRecursionDepth: MOST_DEPTH });
  for (const name of ['match', 'search']) made.functionRegister.delete(name);
  return made;
}

const ENVIRONMENT = environment();

function compiled(path: string): JSONPathQuery | undefined {
  if ((path.match(DESCENDANTS) ?? []).length > MOST_DESCENDANTS) return undefined;
  try {
    return ENVIRONMENT.compile(path);
  } catch {
    return undefined;
  }
}

/** Input of a query: parsed JSON. */
type JsonInput = Parameters<JSONPathQuery['query']>[0];
const isJson = (value: unknown): value is JsonInput => value !== undefined;

/** JSONPath by json-p3; the shorter forms are specific to this server. */
export class Rfc9535Paths extends JsonPaths {
  isPath(text: string): boolean {
    return text.startsWith('$') ? compiled(text) !== undefined : isPath(text);
  }

  valueAt(value: unknown, path: string): unknown {
    if (!path.startsWith('$')) return valueAt(value, path);
    const query = compiled(path);
    if (query === undefined || !isJson(value)) return undefined;
    try {
      const found: unknown[] = query.query(value).values();
      return query.singularQuery() || found.length === 0 ? found[0] : found;
    } catch {
      // Deeper than a path can be.
      return undefined;
    }
  }
}
