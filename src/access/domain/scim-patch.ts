import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { parseScimFilter } from './scim-filter.js';

/** One operation of a PATCH (RFC 7644, 3.5.2), as it concerns one attribute. */
export interface ScimOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Path in lower case without a filter, such as `active`, `name.givenname`, `members`. */
  readonly path: string;
  /** The value of the filter in the path: `members[value eq "x"]` has `x`. */
  readonly selected: string | undefined;
  readonly value: unknown;
}

const MOST_OPERATIONS = 1_000;
const MOST_PATH = 500;
const OPS = ['add', 'replace', 'remove'] as const;
/** Schema of an attribute in a path; core attributes are meant with and without it. */
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/u;

function fault(pointer: string, detail: string): InvalidInputError {
  return new InvalidInputError([{ pointer, detail }]);
}

/** The place of a filter in a path, by its brackets. */
function splitPath(text: string, pointer: string): { readonly path: string; readonly selected: string | undefined } {
  if (text.length > MOST_PATH) throw fault(pointer, `has more than ${MOST_PATH} characters`);
  const [open, close] = [text.indexOf('['), text.lastIndexOf(']')];
  const plain = (path: string) => path.trim().toLowerCase().replace(CORE, '');
  if (open < 0 && close < 0) return { path: plain(text), selected: undefined };
  if (open < 0 || close < open) throw fault(pointer, 'has a bracket without its counterpart');
  const [condition] = parseScimFilter(text.slice(open + 1, close), ['value', 'type', 'primary']);
  return { path: plain(text.slice(0, open) + text.slice(close + 1)), selected: String(condition?.value) };
}

/**
 * Reads the operations of a PATCH. Takes what identity providers send: operations in capitals, values without a path whose members are paths
 * themselves.
 * @throws InvalidInputError
 */
export function readPatch(body: unknown): readonly ScimOperation[] {
  const listed = fieldOf(body, 'Operations') ?? fieldOf(body, 'operations');
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MOST_OPERATIONS)
    throw fault('/Operations', `must be a list of 1 to ${MOST_OPERATIONS} operations`);
  return listed.flatMap((each: unknown, i): readonly ScimOperation[] => {
    const at = `/Operations/${i}`;
    const named = fieldOf(each, 'op');
    const op = OPS.find((known) => typeof named === 'string' && named.toLowerCase() === known);
    if (op === undefined) throw fault(`${at}/op`, 'must be add, replace or remove');
    const [path, value] = [fieldOf(each, 'path'), fieldOf(each, 'value')];
    if (typeof path === 'string' && path !== '') return [{ op, ...splitPath(path, `${at}/path`), value }];
    if (path !== undefined && path !== '' && path !== null) throw fault(`${at}/path`, 'must be a string');
    if (op === 'remove') throw fault(`${at}/path`, 'is needed to remove something');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw fault(`${at}/value`, 'must be an object when there is no path');
    return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      flat({ op, ...splitPath(name, `${at}/value`), value: inner }),
    );
  });
}

/** `{"name": {"givenName": "x"}}` changes `name.givenName` alone. */
function flat(operation: ScimOperation): readonly ScimOperation[] {
  const { value, path } = operation;
  if (path !== 'name' || typeof value !== 'object' || value === null) return [operation];
  return Object.entries(value).map(([name, inner]: [string, unknown]) => ({
    ...operation,
    path: `name.${name.toLowerCase()}`,
    value: inner,
  }));
}
