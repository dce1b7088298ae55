import { HostileModel, refusing, saying, sayingPieces, type Wire } from '../../../test/support/hostile-model.js';
import { readEnvironment } from '../../config/environment.js';
import { CHECK_PASSAGES, CHECK_QUESTIONS } from '../domain/model-check/check-questions.js';
import { NO_ANSWER } from '../domain/no-answer.js';
import { checkConfiguredModel } from './check-configured-model.js';

/** The question of a prompt, and the reply of a perfect model. */
function perfect(body: any): { readonly text: string; readonly language: 'en' | 'ko' } {
  const prompt = JSON.stringify(body);
  const asked = CHECK_QUESTIONS.find(({ question }) => prompt.includes(question))!;
  const { language, passage, fact } = asked;
  if (passage === undefined || fact === undefined) return { text: NO_ANSWER[language], language };
  const { text } = CHECK_PASSAGES[language][passage]!;
  const sentence = text.split(/(?<=[.])\s/u).find((each) => fact.test(each))!;
  return { text: `${sentence} [${passage + 1}]`, language };
}

describe('checkConfiguredModel', () => {
  let server: HostileModel;
  const lines: string[] = [];

  async function check(
    wire: Wire,
    respond: (body: any) => HostileModel['respond'],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    server = new HostileModel(wire);
    const url = await server.start();
    server.respond = (response, call, count) => respond(call.body)(response, call, count);
    const prefix = wire.toUpperCase();
    const environment = readEnvironment({
      LLM_PROVIDER: wire,
      LLM_MODEL: 'm-1',
      [`${prefix}_API_KEY`]: 'sk-spec-1234567890',
      [`${prefix}_BASE_URL`]: url,
      ...settings,
    });
    lines.length = 0;
    return checkConfiguredModel(environment, (line) => lines.push(line));
  }
  afterEach(async () => server.stop());
  const verdictOf = (name: string) => lines.find((line) => line.startsWith(name)) ?? '';

  it.each<Wire>(['openai', 'anthropic', 'gemini'])(
    'finds that everything works with a good model of %s',
    async (wire) => {
      const prices = { LLM_PRICE_INPUT_USD: '10', LLM_PRICE_OUTPUT_USD: '100', PIPELINE_TIMEOUT_MULTIPLIER: '100' };
      expect(await check(wire, (body) => saying(wire, perfect(body).text), prices)).toBe(0);
      expect(server.asked).toHaveLength(10);
      expect(verdictOf('Citations')).toMatch(/works +8 of 8/u);
      expect(verdictOf('Answers')).toMatch(/works +8 of 8/u);
      expect(verdictOf('Abstention')).toMatch(/works +2 of 2/u);
      expect(verdictOf('Streaming')).toMatch(/works +10 of 10/u);
      expect(verdictOf('Cost')).toContain('$0.0400 for 10 answers');
      expect(lines.filter((line) => /^ ?\d+ {2}right/u.test(line))).toHaveLength(10);
    },
  );

  it('reads the formats of real replies', async () => {
    const shapes = (text: string) => [
      `<think>The passage [1] helps.</think>\n${text}`,
      `\`\`\`json\n${JSON.stringify({ answer: text })}\n\`\`\``,
    ];
    let n = 0;
    expect(
      await check('openai', (body) => saying('openai', shapes(perfect(body).text)[n++ % 2]!), {
        PIPELINE_TIMEOUT_MULTIPLIER: '100',
      }),
    ).toBe(0);
    expect(verdictOf('Cost')).toContain('set LLM_PRICE_INPUT_USD');
  });

  it('reports a model that cites nothing, adds knowledge, replies in another language and does not stream', async () => {
    const code = await check('openai', (body) => {
      const { text, language } = perfect(body);
      const said =
        text === NO_ANSWER[language]
          ? CHECK_PASSAGES[language][0]!.text.replace(/\.$/u, ' [1].')
          : text.replace(/ \[\d\]$/u, '');
      return sayingPieces('openai', [said]);
    });
    expect(code).toBe(1);
    expect(verdictOf('Streaming')).toContain('DOES NOT WORK');
    expect(verdictOf('Citations')).toMatch(/DOES NOT WORK +0 of 8/u);
    expect(verdictOf('Abstention')).toMatch(/DOES NOT WORK +0 of 2/u);
  });

  it('reports the setting for a slow model', async () => {
    const slow: HostileModel['respond'] = (response, call, count) =>
      void setTimeout(() => saying('openai', perfect(call.body).text)(response, call, count), 20);
    expect(await check('openai', () => slow, { LLM_FIRST_TOKEN_TIMEOUT_MS: '1' })).toBe(1);
    expect(verdictOf('Speed')).toMatch(/DOES NOT WORK.*PIPELINE_TIMEOUT_MULTIPLIER/u);
  });

  it('reports that no model answers, without ten calls, and shows no key', async () => {
    expect(await check('openai', () => refusing(401, 'Incorrect API key: sk-spec-1234567890'))).toBe(2);
    expect(server.asked).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/does not answer: openai: 401/u);
    expect(lines.join('')).not.toContain('sk-spec');
    expect(await checkConfiguredModel(readEnvironment({}), (line) => lines.push(line))).toBe(2);
    expect(lines.at(-1)).toContain('LLM_PROVIDER is extractive');
  });

  it('counts a reply that ended in the middle of its reasoning as unusable', async () => {
    expect(await check('openai', () => saying('openai', '<think>Let me see', 'length'))).toBe(1);
    expect(lines.some((line) => line.includes('quoted (llm_unfinished)'))).toBe(true);
  });
});
