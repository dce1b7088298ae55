import { isPath } from './json-value.js';
import { aTarget, FixedAddresses } from '../../../../test/support/fake-targets.js';
import { Environment } from '../../../config/environment.js';
import { SECRET_VARIABLE, targetFaults } from './target-rules.js';
import { TestTarget } from './test-target.js';

const faultsOf = (more: Partial<TestTarget>) =>
  targetFaults([aTarget(more)], new FixedAddresses(), { isPath }).map(({ pointer }) => pointer.replace('/items/0', ''));
const HTTP = {
  kind: 'http',
  request: { method: 'POST', path: '/ask', body: { q: '{{question}}' } },
  response: {
    answer: '/a',
    contexts: undefined,
    citations: undefined,
    conversationId: undefined,
    inputTokens: undefined,
    outputTokens: undefined,
    costUsd: undefined,
  },
} as const;

describe('a secret of a target', () => {
  it('has a name that no setting of the server has', () => {
    expect(Object.keys(new Environment()).filter((name) => SECRET_VARIABLE.test(name))).toEqual([]);
  });

  it.each([
    'ADMIN_API_KEY',
    'OPENAI_API_KEY',
    'DATABASE_URL',
    'target_key',
    'TARGET_',
    'XTARGET_A',
    'TARGET_A\nB',
    'PATH',
  ])('is not in the variable %s', (secret) =>
    expect(faultsOf({ headers: { authorization: { secret, prefix: '' } } })).toEqual(['/headers/authorization/secret']),
  );
});

describe('a target', () => {
  it.each([
    ['an OpenAI-compatible server', {}],
    ['a secret by reference', { headers: { Authorization: { secret: 'TARGET_A1', prefix: 'Bearer ' } } }],
    ['a private address', { baseUrl: 'http://10.0.0.7:9000/v1' }],
    ['another Touchstone', { kind: 'touchstone', model: undefined }],
    ['any server with templates', HTTP],
    ['a path with a placeholder', { ...HTTP, request: { ...HTTP.request, path: '/ask?q={{question}}' } }],
  ] as const)('may be %s', (_, more) => expect(faultsOf(more)).toEqual([]));

  it.each([
    ['an address with a query', { baseUrl: 'http://h/api-keys/1/rotate?x=' }, '/base_url'],
    ['an address with credentials', { baseUrl: 'http://a:b@h/' }, '/base_url'],
    ['an address of this server', { baseUrl: 'http://127.0.0.1:8001/' }, '/base_url'],
    ['a link-local address', { baseUrl: 'http://169.254.1.2/' }, '/base_url'],
    ['a name with a slash', { name: 'a/b' }, '/name'],
    ['a header that frames the message', { headers: { 'Content-Length': '3' } }, '/headers/Content-Length'],
    ['another host', { headers: { host: 'h' } }, '/headers/host'],
    ['a header of two lines', { headers: { 'x-a': 'a\r\nx-b: c' } }, '/headers/x-a'],
    ['a header without a valid name', { headers: { 'a b': 'c' } }, '/headers/a b'],
    ['no model', { model: undefined }, '/model'],
    ['templates that its kind does not have', { stream: 'sse' }, '/stream'],
    ['a path that leaves the base URL', { ...HTTP, request: { ...HTTP.request, path: '/../admin' } }, '/request/path'],
    ['no request', { ...HTTP, request: undefined }, '/request'],
    ['a pointer that is none', { ...HTTP, response: { ...HTTP.response, contexts: 'a..b' } }, '/response/contexts'],
  ] as const)('is refused with %s', (_, more, pointer) => expect(faultsOf(more)).toEqual([pointer]));

  it('has a unique name', () => {
    expect(targetFaults([aTarget(), aTarget()], new FixedAddresses(), { isPath })).toEqual([
      { pointer: '/items/1/name', detail: "duplicate name 'bot'" },
    ]);
  });
});
