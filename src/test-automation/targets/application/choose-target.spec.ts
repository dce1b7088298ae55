import {
  aTarget,
  FixedOwners,
  FixedTargetFile,
  MemoryTargets,
  targetUseCases,
} from '../../../../test/support/fake-targets.js';
import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { TargetScope } from '../domain/test-target.js';

const address = (more: object = {}) =>
  ({ kind: 'openai', baseUrl: 'http://h/v1', model: 'm', apiKeyEnv: undefined, ...more }) as const;
const owners = () =>
  new FixedOwners(
    new Map([
      ['admin', ['admin']],
      ['tester', ['test']],
      ['reader', ['query', 'test']],
    ]),
  );
const kindOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((e: unknown) => e);
  return error instanceof DomainError ? error.kind : 'chosen';
};

describe('permission to use a target', () => {
  it.each([
    ['admin', 'chosen'],
    ['tester', 'forbidden'],
    ['revoked', 'forbidden'],
  ])('an address in the request requires the scope admin: %s, %s', async (owner, kind) => {
    const { choose } = targetUseCases(new MemoryTargets(), owners());
    expect(await kindOf(choose.choose(address(), owner))).toBe(kind);
    expect(await kindOf(choose.choose(address({ kind: 'self' }), owner))).toBe('chosen');
  });

  it.each<[scopes: TargetScope[], owner: string, kind: string]>([
    [['test'], 'tester', 'chosen'],
    [['query'], 'reader', 'chosen'],
    [['query'], 'tester', 'invalid'],
    [['admin'], 'reader', 'invalid'],
    [[], 'reader', 'invalid'],
    [[], 'admin', 'chosen'],
    [['test'], 'revoked', 'invalid'],
  ])('a target with the scopes %p is chosen by %s: %s', async (scopes, owner, kind) => {
    const { choose } = targetUseCases(new MemoryTargets([aTarget({ scopes })]), owners());
    expect(await kindOf(choose.choose({ name: 'bot' }, owner))).toBe(kind);
  });

  it('ends with the scope of its owner, which is checked again each time', async () => {
    const all = owners();
    const { choose } = targetUseCases(new MemoryTargets([aTarget()]), all);
    expect(await kindOf(choose.choose({ name: 'bot' }, 'tester'))).toBe('chosen');
    expect(await kindOf(choose.choose(address(), 'admin'))).toBe('chosen');
    all.scopes.set('tester', ['query']);
    all.scopes.set('admin', ['test']);
    expect(await kindOf(choose.choose({ name: 'bot' }, 'tester'))).toBe('invalid');
    expect(await kindOf(choose.choose(address(), 'admin'))).toBe('forbidden');
  });

  it('gives the same error for a target that is not allowed and for one that does not exist', async () => {
    const { choose } = targetUseCases(new MemoryTargets([aTarget({ scopes: ['admin'] })]), owners());
    const words = async (name: string) => {
      const error: unknown = await choose.choose({ name }, 'tester').catch((e: unknown) => e);
      return (error as InvalidInputError).message.replaceAll(name, 'NAME');
    };
    expect(await words('bot')).toBe(await words('nobody'));
  });
});

describe('a target that is chosen by name', () => {
  it('gives the session its kind and model, and keeps its address to itself', async () => {
    const { choose } = targetUseCases(new MemoryTargets([aTarget()]), owners());
    const { target, definition } = await choose.choose({ name: 'bot' }, 'tester');
    expect(target).toEqual({ name: 'bot', kind: 'openai', model: 'm', baseUrl: undefined, apiKeyEnv: undefined });
    expect(definition?.baseUrl).toBe('http://bot.example/v1');
  });

  it.each(['admin', 'tester'])('is refused to %s if it is this server', async (owner) => {
    const { choose } = targetUseCases(new MemoryTargets([aTarget({ baseUrl: 'http://127.0.0.1:8001/' })]), owners());
    expect(await kindOf(choose.choose({ name: 'bot' }, owner))).toBe('invalid');
    expect(await kindOf(choose.choose(address({ baseUrl: 'http://127.0.0.1:8001/v1' }), 'admin'))).toBe('invalid');
  });
});

describe('the list of targets', () => {
  it('has the targets of the file before those of the store; one of the file is changed in the file only', async () => {
    const file = new FixedTargetFile([aTarget({ model: 'of the file' })]);
    const store = new MemoryTargets([aTarget({ model: 'stored' }), aTarget({ name: 'other' })]);
    const { read, save } = targetUseCases(store, owners(), file);
    const listed = async () => (await read.list()).map(({ target, origin }) => [target.name, target.model, origin]);
    const whole = [
      ['bot', 'of the file', 'file'],
      ['other', 'm', 'api'],
    ];
    expect(await listed()).toEqual(whole);
    await save.replace(await read.list(), 'admin');
    expect(await listed()).toEqual(whole);
    const changed = [{ target: aTarget({ model: 'x' }), origin: undefined }];
    expect(await kindOf(save.replace(changed, 'admin'))).toBe('invalid');
    expect(await kindOf(save.replace([], 'tester'))).toBe('forbidden');
    expect(await listed()).toEqual(whole);
  });
});
