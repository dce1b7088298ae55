import { PresentService, PresentServices, TriedService } from './model-service.js';

const present: PresentService = {
  part: 'model',
  kind: 'compatible',
  baseUrl: 'https://models.example/v1/',
  model: 'm',
  keyName: 'OPENAI_API_KEY',
  apiKey: 'of the settings',
};
const own: PresentService = { ...present, part: 'embedding', kind: 'openai', baseUrl: undefined };
const tried = (more: Partial<TriedService> = {}): TriedService => ({
  part: 'model',
  kind: 'compatible',
  baseUrl: 'https://models.example/v1',
  model: 'm',
  apiKey: undefined,
  ...more,
});

describe('the key of a trial', () => {
  it('is the one that is given for it', () => {
    expect(new PresentServices([present]).keyFor(tried({ apiKey: 'given', baseUrl: 'https://other.example' }))).toBe(
      'given',
    );
  });

  it('is that of the settings at their own address', () => {
    expect(new PresentServices([present, own]).keyFor(tried())).toBe('of the settings');
    expect(
      new PresentServices([present, own]).keyFor(tried({ part: 'embedding', kind: 'openai', baseUrl: undefined })),
    ).toBe('of the settings');
  });

  it.each([
    { baseUrl: 'https://other.example/v1' },
    { baseUrl: 'http://models.example/v1' },
    { baseUrl: 'https://models.example:8443/v1' },
    { baseUrl: 'https://models.example/other' },
    { baseUrl: undefined },
    { kind: 'openai' as const },
    { part: 'reranker' as const },
  ])('is none for another service: %j', (more) => {
    expect(new PresentServices([present, own]).keyFor(tried(more))).toBeUndefined();
  });
});
