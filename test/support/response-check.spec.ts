import type { OpenApiDocument } from './open-api.js';
import { ResponseCheck, type SeenResponse } from './response-check.js';

const HIT = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    page: { type: ['integer', 'null'] },
    at: { type: 'string', format: 'date-time' },
  },
};
const DOCUMENT = {
  openapi: '3.1.1',
  info: { version: '1' },
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'item',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Hit' } } } } },
      },
    },
    '/items/all': {
      get: { operationId: 'all', responses: { 204: {} } },
      post: {
        operationId: 'store',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Hit' } } } },
        responses: { 204: {}, 422: {} },
      },
    },
  },
  components: {
    schemas: { Hit: HIT, ProblemDto: { type: 'object', required: ['detail'] } },
    securitySchemes: {},
  },
} as unknown as OpenApiDocument;

const check = new ResponseCheck(DOCUMENT);
const faults = (seen: Partial<SeenResponse>) =>
  check.faultsOf({
    method: 'GET',
    url: '/items/7',
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: '{"title":"Kiln"}',
    ...seen,
  });

describe('the comparison of a response with the OpenAPI document', () => {
  it.each<[string, Partial<SeenResponse>]>([
    ['as it is described', {}],
    ['a null that is described', { body: '{"title":"Kiln","page":null,"at":"2026-11-26T00:00:00.000Z"}' }],
    ['a number and a list in the query', { url: '/items/7?limit=5&tags=a&tags=b' }],
    ['the path that names more before the one with a parameter', { url: '/items/all', status: 204, body: '' }],
    ['a parameter that the route ignores', { url: '/items/7?colour=red' }],
    ['a page that no operation describes', { url: '/', contentType: 'text/html', body: '<p>' }],
    [
      'a refused request that is not described',
      { method: 'POST', url: '/items/all', status: 422, body: '', sent: '{}' },
    ],
  ])('finds nothing in %s', (_, seen) => {
    expect(faults(seen)).toEqual([]);
  });

  it.each<[string, Partial<SeenResponse>, RegExp]>([
    ['a status', { status: 418 }, /^GET \/items\/7 answered 418: the status is not among 200/],
    ['a content type', { contentType: 'text/plain' }, /content type 'text\/plain' is not among 'application\/json'/],
    ['a null', { body: '{"title":null}' }, /\/title must be string/],
    ['a missing field', { body: '{}' }, /the body must have required property 'title'/],
    ['a time that is not UTC', { body: '{"title":"x","at":"2026-11-26 09:00"}' }, /\/at must match format "date-time"/],
    ['a body that is not JSON', { body: 'oops' }, /the body is not JSON/],
    ['a value of a parameter', { url: '/items/7?limit=few' }, /the parameter limit=few/],
    [
      'a request that was taken',
      { method: 'POST', url: '/items/all', status: 204, body: '', sent: '{}' },
      /the request: /,
    ],
    [
      'a problem of an unknown route',
      { url: '/nowhere', status: 404, contentType: 'application/problem+json', body: '{}' },
      /required property 'detail'/,
    ],
  ])('reports %s that is not described', (_, seen, fault) => {
    expect(faults(seen)).toEqual([expect.stringMatching(fault)]);
  });
});
