import { registerDecorator, ValidationArguments } from 'class-validator';
import { GROUP_LIMITS, groupNameFault } from '../domain/access-groups.js';

function faultOf(value: unknown, maxItems: number): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of group names, for example ["staff", "board"]';
  if (value.length > maxItems) return `must have at most ${maxItems} groups`;
  for (const [i, name] of value.entries()) {
    const fault = groupNameFault(name);
    if (fault !== undefined) return `/${i} ${fault}`;
  }
  return undefined;
}

/** A DTO field that must be a list of group names; the message names the first fault. */
export function IsGroupList(maxItems: number): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isGroupList',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => faultOf(value, maxItems) === undefined,
        defaultMessage: (args?: ValidationArguments) => faultOf(args?.value, maxItems) ?? '',
      },
    });
  };
}

/** A list of group names in the OpenAPI document. */
export function groupsSchema(maxItems: number, example: readonly string[]) {
  return {
    type: 'array' as const,
    items: { type: 'string' as const, minLength: 1, maxLength: GROUP_LIMITS.nameLength },
    maxItems,
    example: [...example],
  };
}
