import { ConfigurationError, readEnvironment } from './environment.js';

function refusal(source: Readonly<Record<string, string>>): readonly string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    return error instanceof ConfigurationError ? error.lines : [String(error)];
  }
}

describe('readEnvironment', () => {
  it('takes a model of OpenAI with a key, or with the address of a server without keys', () => {
    expect(refusal({ LLM_PROVIDER: 'openai', OPENAI_API_KEY: 'sk-1' })).toEqual([]);
    expect(refusal({ LLM_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toEqual([]);
    expect(refusal({ LLM_PROVIDER: 'openai' })).toEqual([expect.stringMatching(/^OPENAI_API_KEY: /u)]);
  });

  it('takes a model of Gemini only with a key', () => {
    expect(refusal({ LLM_PROVIDER: 'gemini', GEMINI_API_KEY: 'g-1' })).toEqual([]);
    expect(refusal({ LLM_PROVIDER: 'gemini', GEMINI_API_KEY: '' })).toEqual([expect.stringMatching(/^GEMINI_API_KEY: /u)]);
  });

  it('refuses what this version does not have and names what to use', () => {
    expect(refusal({ LLM_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'a' })).toEqual([expect.stringMatching(/^LLM_PROVIDER: 'anthropic' is not available.*openai/u)]);
  });
});
