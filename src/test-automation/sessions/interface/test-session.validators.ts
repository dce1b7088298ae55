import { registerDecorator } from 'class-validator';

/** Decimal fractions such as .3 + .4 + .3 need not add up exactly in binary. */
const TOLERANCE = 0.001;

function sumOfNumbers(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let sum = 0;
  for (const part of Object.values(value)) {
    if (typeof part !== 'number') return undefined;
    sum += part;
  }
  return sum;
}

/** A DTO field whose shares must add up to 1; other rules check shares that are not numbers. */
export function HasSharesOfOne(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'hasSharesOfOne',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => Math.abs((sumOfNumbers(value) ?? 1) - 1) <= TOLERANCE,
        defaultMessage: (args) =>
          `must have shares that add up to 1, these add up to ${sumOfNumbers(args?.value) ?? 0}`,
      },
    });
  };
}
