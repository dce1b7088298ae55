import { useSchemaExamples } from './schema-examples.js';

describe('the examples of schemas in OpenAPI 3.1', () => {
  it('become lists wherever a schema can be, and stay single in media types and parameters', () => {
    const document = {
      paths: {
        '/search': {
          post: {
            parameters: [{ name: 'limit', example: 5, schema: { type: 'integer', example: 5 } }],
            requestBody: { content: { 'application/json': { example: { example: 1 }, schema: { example: null } } } },
          },
        },
      },
      components: {
        schemas: {
          Hit: {
            example: { title: 'Kiln' },
            properties: {
              example: { type: 'string', example: 'a property may have this name' },
              parts: { items: { anyOf: [{ type: 'string', example: 'x' }, { type: 'null' }] } },
              free: { additionalProperties: { example: 1 } },
            },
          },
        },
      },
    };
    useSchemaExamples(document);
    expect(document.paths['/search'].post).toEqual({
      parameters: [{ name: 'limit', example: 5, schema: { type: 'integer', examples: [5] } }],
      requestBody: { content: { 'application/json': { example: { example: 1 }, schema: { examples: [null] } } } },
    });
    expect(document.components.schemas.Hit).toEqual({
      examples: [{ title: 'Kiln' }],
      properties: {
        example: { type: 'string', examples: ['a property may have this name'] },
        parts: { items: { anyOf: [{ type: 'string', examples: ['x'] }, { type: 'null' }] } },
        free: { additionalProperties: { examples: [1] } },
      },
    });
  });

  it('keep a list that a schema already has', () => {
    const document = { paths: {}, components: { schemas: { Age: { example: 1, examples: [2, 3] } } } };
    useSchemaExamples(document);
    expect(document.components.schemas.Age).toEqual({ examples: [2, 3] });
  });
});
