import { openAiError, RefusedRequest } from './openai-error.js';

const problem = (changes: Partial<RefusedRequest>): RefusedRequest => ({
  type: 'urn:touchstone:problem:invalid-input',
  status: 422,
  detail: 'the reason',
  instance: '/v1/chat/completions',
  ...changes,
});

describe('openAiError', () => {
  it('names the field as those clients do', () => {
    const errors = [{ pointer: '/messages/0/role', detail: 'x' }];
    expect(openAiError(problem({ errors }))).toEqual({
      message: 'the reason',
      type: 'invalid_request_error',
      param: 'messages[0].role',
      code: 'invalid_input',
    });
    expect(openAiError(problem({ errors: [{ pointer: '', detail: 'x' }] }))?.param).toBeNull();
  });

  it.each([
    [401, 'authentication_error', 'invalid_api_key'],
    [403, 'permission_error', 'invalid_input'],
    [404, 'invalid_request_error', 'model_not_found'],
    [429, 'rate_limit_error', 'rate_limit_exceeded'],
    [504, 'server_error', 'invalid_input'],
  ])('gives %d the type %s and the code %s', (status, type, code) => {
    expect(openAiError(problem({ status }))).toMatchObject({ type, code });
  });

  it('blames no model for a route that does not exist', () => {
    expect(openAiError(problem({ status: 404, instance: '/v1/files', type: 'urn:x:not-found' }))).toMatchObject({
      param: null,
      code: 'not_found',
    });
  });

  it('is nothing outside /v1', () => {
    for (const instance of ['/search', '/', '/v1', '/v10/x'])
      expect(openAiError(problem({ instance }))).toBe(undefined);
  });
});
