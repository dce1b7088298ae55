import { followUpChanges, hydeChanges } from './pattern-repair.js';
import { ConfigurationView } from './served-configuration.js';

const VAGUE_WORDS = '/pipeline/components/hyde/vague_words';
const view = (words: number): ConfigurationView => ({
  version: 1,
  intents: [],
  synonyms: [],
  numbers: new Map([[VAGUE_WORDS, words]]),
});
const patches = (changes: readonly { readonly patch: unknown }[]) => changes.map(({ patch }) => patch);

describe('followUpChanges', () => {
  it('are patterns of openings that several turns share and no whole question has', () => {
    const turns = ['같은 맥락에서 서류는요?', '같은 맥락에서 기간은요?', '휴학은 언제까지 하나요?'];
    const [first] = followUpChanges(turns, ['휴학은 몇 학기까지 하나요?']);
    expect(first?.patch).toEqual([
      {
        op: 'add',
        path: '/pipeline/components/query_analyzer/followup_patterns/-',
        value: '^같은 맥락에서(?=[\\s,?]|$)',
      },
    ]);
    expect(new RegExp(first?.suggestedValue ?? '', 'iu').test('같은 맥락에서 수수료는요?')).toBe(true);
  });

  it('are empty for openings that whole questions have too, or one turn alone', () => {
    expect(followUpChanges(['도서관은 그때 여나요?', '도서관은 그날 여나요?'], ['도서관은 몇 시에 여나요?'])).toEqual(
      [],
    );
    expect(followUpChanges(['같은 맥락에서 서류는요?'], [])).toEqual([]);
  });
});

describe('hydeChanges', () => {
  it('widen the conditions by words that the missed questions share, and by the number of words', () => {
    const missed = ['요즘 골치가 아픈 등록금 문제', '요즘 골치가 아픈 기숙사 문제'];
    const changes = hydeChanges(view(2), { missed, spoiled: [], passed: ['등록금 문제는 어디에 묻나요?'] });
    expect(patches(changes)).toContainEqual([
      { op: 'add', path: '/pipeline/components/hyde/vague_patterns/-', value: expect.stringContaining('골치') },
    ]);
    expect(patches(changes)).toContainEqual([{ op: 'replace', path: VAGUE_WORDS, value: 3 }]);
    expect(JSON.stringify(patches(changes))).not.toContain('never_patterns');
  });

  it('narrow them by words that the spoiled questions share', () => {
    const spoiled = ['장학금 지급일 안내', '장학금 지급일 확인'];
    const changes = hydeChanges(view(2), { missed: [], spoiled, passed: [] });
    expect(patches(changes)).toContainEqual([
      { op: 'add', path: '/pipeline/components/hyde/never_patterns/-', value: expect.stringContaining('지급일') },
    ]);
    expect(patches(changes).slice(-2)).toEqual([
      [{ op: 'replace', path: VAGUE_WORDS, value: 1 }],
      [{ op: 'replace', path: VAGUE_WORDS, value: 0 }],
    ]);
  });

  it('are empty if nothing supports them', () => {
    expect(hydeChanges(view(2), { missed: ['하나'], spoiled: [], passed: [] })).toEqual([]);
  });
});
