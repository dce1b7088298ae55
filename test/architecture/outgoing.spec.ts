import path from 'node:path';
import { Linter } from 'eslint';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

interface Rules {
  readonly OUTGOING_RULES: Linter.RulesRecord;
  readonly OUTGOING_SELECTORS: readonly object[];
}

describe('another way to other servers than the one client', () => {
  let rules: Linter.RulesRecord;
  const faults = (code: string) => new Linter().verify(code, { rules }).map(({ ruleId }) => ruleId);

  beforeAll(async () => {
    const file = path.join(projectRoot(), '.config', 'outgoing-rules.js');
    const { OUTGOING_RULES, OUTGOING_SELECTORS } = (await import(file)) as Rules;
    rules = { ...OUTGOING_RULES, 'no-restricted-syntax': ['error', ...OUTGOING_SELECTORS] };
  });

  it.each([
    'fetch("http://h/");',
    'const own = fetch;',
    'globalThis.fetch("http://h/");',
    'new WebSocket("ws://h/");',
    'new EventSource("http://h/");',
    'new OpenAI({ apiKey: "k" });',
    'new Anthropic({ apiKey: "k", more: { fetch: 1 } });',
  ])('is refused: %s', (code) => expect(faults(code)).toHaveLength(1));

  it.each([
    'client.fetch("http://h/");',
    'new OpenAI({ fetch: client.fetch });',
    'function take(fetch) { return fetch; }',
  ])('is not: %s', (code) => expect(faults(code)).toEqual([]));
});
