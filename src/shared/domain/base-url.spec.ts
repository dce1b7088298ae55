import { faultOfBaseUrl, faultOfPath, joinedUrl } from './base-url.js';

describe('the base URL of another server', () => {
  it.each([
    'https://rag.example.org',
    'http://127.0.0.1:11434/v1',
    'http://[::1]:8002/',
    'https://a.b/v1/models/',
    'http://내부.example/v1',
  ])('%s is accepted', (url) => expect(faultOfBaseUrl(url)).toBeUndefined());

  it.each([
    ['a query swallows the path', 'http://h/api-keys/1/rotate?x='],
    ['an empty query', 'http://h/v1?'],
    ['a fragment hides the path', 'http://h/v1#'],
    ['a user', 'http://me@h/'],
    ['a user and a password', 'http://me:secret@h/'],
    ['an empty user', 'http://@h/'],
    ['a dot segment', 'http://h/v1/../admin'],
    ['an encoded dot segment', 'http://h/v1/%2e%2E/admin'],
    ['a mixed dot segment', 'http://h/.%2e'],
    ['a backslash', 'http://h\\admin'],
    ['a line break', 'http://h/\nadmin'],
    ['a tab', 'ht\ttp://h/'],
    ['another scheme', 'file:///etc/passwd'],
    ['another scheme of the network', 'gopher://h/'],
    ['no scheme', '//h/v1'],
    ['no URL', 'rag.example.org'],
  ])('%s is refused', (_, url) => {
    expect(faultOfBaseUrl(url)).toMatch(/^must /u);
    expect(() => joinedUrl(url, '/chat')).toThrow('The address of a server must');
  });
});

describe('a path that is added to a base URL', () => {
  it.each([
    ['http://h/v1', '/chat/completions', 'http://h/v1/chat/completions'],
    ['http://h/v1//', '/ask?q=a%3Fb', 'http://h/v1/ask?q=a%3Fb'],
    ['http://h', '/', 'http://h/'],
  ])('%s and %s make %s', (base, path, whole) => expect(joinedUrl(base, path)).toBe(whole));

  it.each(['/../admin', '/a/%2e%2e/b', '//other.example/', 'chat', '/a b', '/a#b', '/a\\..\\b', '@other.example/'])(
    '%s is refused',
    (path) => {
      expect(faultOfPath(path)).toMatch(/^must /u);
      expect(() => joinedUrl('http://h/v1', path)).toThrow('must');
    },
  );
});
