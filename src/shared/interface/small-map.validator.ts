import { registerDecorator } from 'class-validator';
import { isSmallMap, MAX_MAP_BYTES } from '../domain/free-map.js';

/** A DTO field with a free map that stays small. */
export function IsSmallMap(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isSmallMap',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: isSmallMap,
        defaultMessage: () => `must be at most ${MAX_MAP_BYTES} bytes as JSON`,
      },
    });
  };
}
