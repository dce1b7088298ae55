import type { ApiPropertyOptions } from '@nestjs/swagger';

/** The `filters` of a request in the OpenAPI document. The access guard checks them before the body is validated. */
export const FILTERS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    allowed_category_paths: {
      type: 'array',
      items: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 50 }, maxItems: 5 },
    },
  },
  example: { allowed_category_paths: [['학사'], ['도서관', '이용']] },
  description: 'What the request may see; left out or {} is unfiltered within the key. Anything malformed is a 403.',
} satisfies ApiPropertyOptions;
