import { InvalidInputError } from '../../shared/domain/domain-error.js';

/** `attribute eq value`. */
export interface ScimCondition {
  /** In lower case, as SCIM compares names (RFC 7643, 2.1). */
  readonly attribute: string;
  readonly value: string | boolean;
}

const MOST_CHARACTERS = 1_000;
const MOST_CONDITIONS = 5;
/** A word, a JSON string, or blanks: each match begins where the last one ended, so a text is read once. */
const TOKEN = /[ \t]+|"(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|[A-Za-z][\w.:$-]*/uy;

function fault(detail: string): InvalidInputError {
  return new InvalidInputError([{ pointer: '/filter', detail }]);
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined)
      throw fault(`has a character at ${at} that is not supported; use attribute eq "value" and …`);
    if (token.trim() !== '') tokens.push(token);
  }
  return tokens;
}

function valueOf(token: string): string | boolean {
  if (/^true$/iu.test(token)) return true;
  if (/^false$/iu.test(token)) return false;
  const value: unknown = token.startsWith('"') ? JSON.parse(token) : undefined;
  if (typeof value !== 'string')
    throw fault('compares with a value that is neither a string in quotes nor true or false');
  return value;
}

/**
 * Reads a filter of the form that identity providers send (RFC 7644, 3.4.2.2): comparisons by `eq`, joined by `and`. Takes time in
 * proportion to its length.
 * @param known attributes that may be compared, in lower case
 * @throws InvalidInputError for anything else
 * @example parseScimFilter('userName eq "minji" and active eq true', ['username', 'active'])
 */
export function parseScimFilter(text: string, known: readonly string[]): readonly ScimCondition[] {
  if (text.length > MOST_CHARACTERS) throw fault(`has more than ${MOST_CHARACTERS} characters`);
  const tokens = tokensOf(text);
  const conditions: ScimCondition[] = [];
  for (let i = 0; i === 0 || i < tokens.length; i += 4) {
    const [name = '', operator = '', value = '', joint = 'and'] = tokens.slice(i, i + 4);
    const attribute = name.toLowerCase();
    if (!known.includes(attribute)) throw fault(`compares '${name}'; known attributes: ${known.join(', ')}`);
    if (operator.toLowerCase() !== 'eq') throw fault(`has the operator '${operator}'; only eq is supported`);
    conditions.push({ attribute, value: valueOf(value) });
    const isLast = i + 3 >= tokens.length;
    if (joint.toLowerCase() !== 'and' || (!isLast && i + 4 >= tokens.length))
      throw fault('joins comparisons by something else than and');
    if (conditions.length > MOST_CONDITIONS) throw fault(`has more than ${MOST_CONDITIONS} comparisons`);
  }
  return conditions;
}
