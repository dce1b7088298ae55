import { getMetadataStorage } from 'class-validator';
import type { Fault } from '../domain/domain-error.js';
import { pointerToken } from '../domain/json-pointer.js';

/** Fields of a body that its class does not know, in all of its objects together. */
export const MAX_UNKNOWN_FIELDS = 1_000;

/** What a DTO class says of one of its fields. */
interface FieldRules {
  readonly maxItems: number | undefined;
}
type ClassRules = ReadonlyMap<string, FieldRules>;

const rulesByClass = new WeakMap<object, ClassRules>();

/** The fields of a DTO class with the longest list that each takes; empty for a class without rules. */
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
    const maxItems = typeof limit === 'number' ? limit : rules.get(propertyName)?.maxItems;
    rules.set(propertyName, { maxItems });
  }
  rulesByClass.set(type, rules);
  return rules;
}

/** The class of a value that was made of a DTO; undefined for plain objects and lists. */
function dtoClassOf(value: object): NewableFunction | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || typeof prototype !== 'object') return undefined;
  return typeof prototype.constructor === 'function' ? prototype.constructor : undefined;
}

/**
 * What would make a DTO too costly to validate: the validator makes an error with a text for each field that it does not know and for
 * each element that it checks. One pass over the objects that have rules; free maps and plain lists are not entered.
 * @param root the object that class-transformer made
 * @param unknown whether fields that the class does not know are errors
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
      else if (rule.maxItems !== undefined && Array.isArray(member) && member.length > rule.maxItems)
        return { pointer: at, detail: `must have at most ${rule.maxItems} elements, this list has ${member.length}` };
      else waiting.push([at, member]);
    }
    if (unknown === 'refuse' && strangers > MAX_UNKNOWN_FIELDS)
      return { pointer: '', detail: `the body has more than ${MAX_UNKNOWN_FIELDS} unknown fields; remove them` };
  }
  return undefined;
}
