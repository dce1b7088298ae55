import { registerDecorator } from 'class-validator';
import { parse } from 'semver';

/** Whether a text is SemVer 2.0.0 without build metadata, exactly as written: no `v`, no blanks, no leading zeros. */
export function isPlainSemVer(value: unknown): value is string {
  // The parser drops a leading v, blanks and build metadata; what it gives back then differs from what came.
  return typeof value === 'string' && parse(value)?.version === value;
}

/** A DTO field that must be a version without build metadata. */
export function IsPlainSemVer(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isPlainSemVer',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: isPlainSemVer,
        defaultMessage: () => 'Invalid version format: write SemVer 2.0.0 without build metadata, for example 2.1.0',
      },
    });
  };
}
