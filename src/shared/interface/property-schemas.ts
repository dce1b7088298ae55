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

const LABELS = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 50 },
  minItems: 1,
  maxItems: 5,
} satisfies ApiPropertyOptions;

/** A category path as OpenAPI shows it. */
export const CATEGORY_PATH_SCHEMA = { ...LABELS, example: ['학사', '학적'] } satisfies ApiPropertyOptions;

/** A list of category paths; the swagger plugin has no right schema for a list of lists. */
export const CATEGORY_PATHS_SCHEMA = {
  type: 'array',
  items: LABELS,
  example: [['학사', '학적'], ['도서관']],
} satisfies ApiPropertyOptions;

/** Headers by name, as OpenAPI shows them: a secret is named by an environment variable with the prefix. */
export const headersSchema = (secretPrefix: string, example: string) =>
  ({
    type: 'object',
    additionalProperties: {
      oneOf: [
        { type: 'string' },
        {
          type: 'object',
          required: ['secret'],
          additionalProperties: false,
          properties: {
            secret: { type: 'string', pattern: `^${secretPrefix}[A-Z0-9_]+$` },
            prefix: { type: 'string' },
          },
        },
      ],
    },
    example: { Authorization: { secret: `${secretPrefix}${example}`, prefix: 'Bearer ' } },
  }) satisfies ApiPropertyOptions;
