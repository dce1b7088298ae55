import { suggestedAddress, withScheme } from './service-address.js';

describe('the address of a service', () => {
  it.each([
    ['127.0.0.1:8765', 'http://127.0.0.1:8765'],
    ['localhost:11434/v1', 'http://localhost:11434/v1'],
    ['ollama:11434', 'http://ollama:11434'],
    ['[::1]:8000/v1', 'http://[::1]:8000/v1'],
    ['//gpu/v1', 'http://gpu/v1'],
    ['api.example.org/v1', 'https://api.example.org/v1'],
  ])('gets the scheme that it lacks: %s', (typed, completed) => {
    expect(withScheme(typed)).toBe(completed);
  });

  it.each(['', 'https://api.example.org/v1', 'HTTP://gpu', 'file:///etc/passwd'])('stays as it is: %s', (typed) => {
    expect(withScheme(typed)).toBe(typed);
  });

  it.each([
    ['http://127.0.0.1:8765', 'http://127.0.0.1:8765/v1'],
    ['http://127.0.0.1:8765/', 'http://127.0.0.1:8765/v1'],
    ['http://gpu/v1/chat/completions', 'http://gpu/v1'],
    ['http://gpu/v1/embeddings/', 'http://gpu/v1'],
    ['http://gpu/v1/rerank', 'http://gpu/v1'],
  ])('is suggested as most servers have it: %s', (address, suggested) => {
    expect(suggestedAddress('compatible', address)).toBe(suggested);
  });

  it.each([
    ['compatible', 'http://gpu/v1'],
    ['compatible', 'http://gpu/openai/'],
    ['compatible', 'gpu'],
    ['compatible', 'ftp://gpu'],
    ['anthropic', 'https://proxy.example.org'],
    ['gemini', 'https://proxy.example.org'],
  ])('has no suggestion for %s: %s', (kind, address) => {
    expect(suggestedAddress(kind, address)).toBeUndefined();
  });
});
