import { registerDecorator } from 'class-validator';
import { parse } from 'semver';

/** A DTO field that must be SemVer 2.0.0 without build metadata, exactly as written: no `v`, no blanks (AC-ORCH-006 B). */
export function IsManifestVersion(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isManifestVersion',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        // The parser drops a leading v, blanks and build metadata; what it gives back then differs from what came.
        validate: (value: unknown) => typeof value === 'string' && parse(value)?.version === value,
        defaultMessage: () => 'Invalid version format: write SemVer 2.0.0 without build metadata, for example 1.0.0',
      },
    });
  };
}
