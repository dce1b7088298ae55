import { getMetadataStorage } from 'class-validator';
import { type Fault, InvalidInputError, pointerToken } from '../domain/domain-error.js';

/** Maximum unknown fields of a body, in all of its objects together. */
export const MAX_UNKNOWN_FIELDS = 1_000;

/**
 * Maximum elements of a list in a field without its own limit: no field needs more. The validator accepts a list of objects in place of one
 * object, and creates an error for each element.
 */
export const MAX_ITEMS = 2_048;

/** Rules of a DTO class for one of its fields. */
interface FieldRules {
  readonly maxItems: number;
}
type ClassRules = ReadonlyMap<string, FieldRules>;

const rulesByClass = new WeakMap<object, ClassRules>();

/** Returns the fields of a DTO class with the maximum length of their lists; empty for a class without rules. */
function rulesOf(type: NewableFunction): ClassRules {
  const known = rulesByClass.get(type);
  if (known !== undefined) return known;
  const rules = new Map<string, FieldRules>();
  for (const { propertyName, name, constraints } of getMetadataStorage().getTargetValidationMetadatas(
    type,
    '',
    false,
    false,
  )) {
    const limit: unknown = name === 'arrayMaxSize' ? constraints[0] : undefined;
    const maxItems = typeof limit === 'number' ? limit : (rules.get(propertyName)?.maxItems ?? MAX_ITEMS);
    rules.set(propertyName, { maxItems });
  }
  rulesByClass.set(type, rules);
  return rules;
}

/**
 * Removes the values of unknown fields from a body, since the error needs only the name. Refuses lists that are too long. Only the rest is
 * converted to class instances, which costs far more than this check.
 * @throws InvalidInputError (422)
 */
export function withoutStrangers(type: NewableFunction, body: unknown): unknown {
  const rules = rulesOf(type);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || rules.size === 0) return body;
  const fields: [string, unknown][] = Object.entries(body);
  for (const [name, value] of fields) {
    const maxItems = rules.get(name)?.maxItems;
    if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems)
      throw new InvalidInputError([tooLong(`/${pointerToken(name)}`, maxItems, value.length)]);
  }
  if (fields.every(([name]) => rules.has(name))) return body;
  return Object.fromEntries(fields.map(([name, value]) => [name, rules.has(name) ? value : null]));
}

function tooLong(pointer: string, maxItems: number, length: number): Fault {
  return { pointer, detail: `must have at most ${maxItems} elements, this list has ${length}` };
}

/** Returns the class of a DTO instance; undefined for plain objects and lists. */
function dtoClassOf(value: object): NewableFunction | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || typeof prototype !== 'object') return undefined;
  return typeof prototype.constructor === 'function' ? prototype.constructor : undefined;
}

/**
 * Checks whether a DTO is too expensive to validate: the validator creates an error with a text for each unknown field and for each checked
 * element. One pass over the objects with rules, without free maps and plain lists.
 * @param root the object that class-transformer created
 * @param unknown whether unknown fields are errors
 * @returns one fault, or none
 */
export function dtoExcess(root: unknown, unknown: 'refuse' | 'drop'): Fault | undefined {
  let strangers = 0;
  const waiting: [pointer: string, value: unknown][] = [['', root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, value] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      value.forEach((element: unknown, i) => waiting.push([`${pointer}/${i}`, element]));
      continue;
    }
    const type = dtoClassOf(value);
    if (type === undefined) continue;
    const rules = rulesOf(type);
    if (rules.size === 0) continue;
    for (const [name, member] of Object.entries(value)) {
      const rule = rules.get(name);
      const at = `${pointer}/${pointerToken(name)}`;
      if (rule === undefined) strangers++;
      else if (Array.isArray(member) && member.length > rule.maxItems) return tooLong(at, rule.maxItems, member.length);
      else waiting.push([at, member]);
    }
    if (unknown === 'refuse' && strangers > MAX_UNKNOWN_FIELDS)
      return { pointer: '', detail: `the body has more than ${MAX_UNKNOWN_FIELDS} unknown fields; remove them` };
  }
  return undefined;
}
