import { intentChanges, LabelledMessage } from './intent-repair.js';
import { ConfigurationView, IntentRuleView } from './served-configuration.js';

const view = (...intents: IntentRuleView[]): ConfigurationView => ({
  version: 1,
  intents,
  synonyms: [],
  numbers: new Map(),
});
const GREETING = { id: 'greeting', intent: 'general', patterns: ['^안녕', '나요[?]?$'] };
const QUESTIONS: LabelledMessage[] = ['휴학은 언제 되나요?', '대출은 며칠 되나요?', '기한이 있나요?'].map((text) => ({
  text,
  intent: 'question',
}));
const HELLO = { text: '안녕하세요', intent: 'general' };
const explain = (text: string) => ({ text: `${text} 설명해 줘`, intent: 'explanation' });

describe('intentChanges', () => {
  it('removes a pattern that reads questions as small talk, and says which', () => {
    const changes = intentChanges(view(GREETING, { id: 'ask', intent: 'question', patterns: ['나요'] }), [
      ...QUESTIONS,
      HELLO,
    ]);
    expect(changes[0]).toMatchObject({
      cured: 3,
      spoiled: 0,
      patch: [{ op: 'remove', path: '/intents/rules/0/patterns/1' }],
    });
  });

  it('finds the same pattern again after other repairs moved it, and nothing if it was removed', () => {
    const [change] = intentChanges(view(GREETING, { id: 'ask', intent: 'question', patterns: ['나요'] }), [
      ...QUESTIONS,
      HELLO,
    ]);
    const moved = view(
      { id: 'new', intent: 'search', patterns: ['찾아'] },
      { ...GREETING, patterns: ['^ㅎㅇ', ...GREETING.patterns] },
    );
    expect(change?.onto(moved)).toEqual([{ op: 'remove', path: '/intents/rules/1/patterns/2' }]);
    expect(change?.onto(view({ ...GREETING, patterns: ['^안녕'] }))).toEqual([]);
  });

  it('makes a rule of an expression that several misread messages share', () => {
    const messages = [explain('휴학 제도'), explain('장학금 종류'), explain('졸업 요건'), HELLO];
    const [change] = intentChanges(view({ ...GREETING, patterns: ['^안녕'] }), messages);
    expect(change).toMatchObject({ intent: 'explanation', cured: 3, spoiled: 0 });
    const patterns = (change?.patch[0]?.['value'] as IntentRuleView).patterns;
    expect(patterns.some((pattern) => new RegExp(pattern, 'iu').test('학점 인정 설명해 줘'))).toBe(true);
    expect(patterns.some((pattern) => new RegExp(pattern, 'iu').test('안녕하세요'))).toBe(false);
  });

  it('makes no rule of one message, which would learn that message', () => {
    expect(intentChanges(view({ ...GREETING, patterns: ['^안녕'] }), [explain('휴학 제도'), HELLO])).toEqual([]);
  });
});
