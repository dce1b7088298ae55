import { registerDecorator } from 'class-validator';

const MOST_GROUPS = 50;
const MOST_WORDINGS = 20;
const LONGEST_WORDING = 1_000;

const isWording = (value: unknown): boolean =>
  typeof value === 'string' && /\S/u.test(value) && value.length <= LONGEST_WORDING;

const isGroup = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_WORDINGS && value.every(isWording);

/** A list of facts, each a list of its wordings. */
export function IsFactGroups(): PropertyDecorator {
  return (target, propertyName) => {
    if (typeof propertyName === 'symbol') return;
    registerDecorator({
      name: 'isFactGroups',
      target: target.constructor,
      propertyName,
      options: {
        message: `must be up to ${MOST_GROUPS} facts, each a list of 1 to ${MOST_WORDINGS} wordings of up to ${LONGEST_WORDING} characters, for example [["14일", "2주"]]`,
      },
      validator: {
        validate: (value: unknown) => Array.isArray(value) && value.length <= MOST_GROUPS && value.every(isGroup),
      },
    });
  };
}
