import type { ApiPropertyOptions } from '@nestjs/swagger';

/** Any JSON value, null too. The swagger plugin would describe the type `unknown` as an object. */
export const ANY_JSON_SCHEMA = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
  nullable: true,
} satisfies ApiPropertyOptions;
