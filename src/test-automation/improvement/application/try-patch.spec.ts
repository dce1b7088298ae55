import { FixedConfiguration, scriptedBench } from '../../../../test/support/scripted-trials.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { questionOfResult } from '../domain/question-of-result.js';
import { Patch } from '../domain/experiment-sandbox.js';
import { Trial } from '../domain/trial.js';
import { TryPatch } from './try-patch.js';

const trialOf = (id: string, query: string, quote: string): Trial => {
  const gold = { documentId: 'd', section: null, quote, requiredFacts: [], forbiddenFacts: [], answerable: true };
  return { question: questionOfResult(testResultOf(id, 'failure', { query, gold })), intent: null };
};
/** Provisions that say 법인카드, asked for with 법카. */
const QUOTES = ['법인카드 영수증 등록', '법인카드 사용 정지', '법인카드 환수 절차', '법인카드 결제 원칙'];
const failing = QUOTES.map((quote, i) =>
  trialOf(`f${i}`, `법카 ${['등록', '정지', '환수', '결제'][i] ?? ''}하면요?`, quote),
);
const paraphrases = QUOTES.map((quote, i) => trialOf(`p${i}`, `혹시 법카 ${i}번 알려 주세요`, quote));
const regression = Array.from({ length: 24 }, (_, i) =>
  trialOf(`o${i}`, `도서관 ${i}층은?`, `도서관 열람실 좌석 배정 ${i}`),
);
const SETS = { failing, paraphrases, regression };
const joins = (word: string): Patch => [
  { op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: [word, '법카'] } },
];

function trying() {
  const { sandbox, bench } = scriptedBench();
  sandbox.quotes = QUOTES;
  const isOther = (message: string) => message.startsWith('도서관');
  /** The synonym of 법카 that cures the failures. */
  const curedBy = (holds: (patch: string) => boolean) => {
    sandbox.isRight = ({ message }, patch) => isOther(message) || (patch.length > 0 && holds(JSON.stringify(patch)));
  };
  const tries = new TryPatch(new FixedConfiguration());
  return { sandbox, bench, tries, curedBy, isOther };
}

describe('TryPatch', () => {
  it('accepts a synonym that cures failures and paraphrases if no control word does', async () => {
    const { bench, tries, curedBy } = trying();
    curedBy((patch) => patch.includes('법인카드'));
    const found = await tries.try(bench, joins('법인카드'), SETS);
    expect(found.reasons).toHaveLength(1);
    expect(found).toMatchObject({ accepted: true, control: { gained: 0 }, rival: { gained: 0 } });
    expect(found.regression.queries).toBe(24);
  });

  it('counts no cure whose answer quotes another passage than the right one', async () => {
    const { sandbox, bench, tries, curedBy } = trying();
    curedBy((patch) => patch.includes('법인카드'));
    sandbox.quotes = ['재입학은 총정원의 범위에서 허가한다.'];
    expect(await tries.try(bench, joins('법인카드'), SETS)).toMatchObject({ accepted: false, failing: { gained: 0 } });
  });

  it('refuses a synonym if a word from elsewhere is as good', async () => {
    const { bench, tries, curedBy } = trying();
    curedBy((patch) => patch.includes('synonyms'));
    const found = await tries.try(bench, joins('법인카드'), SETS);
    expect(found.accepted).toBe(false);
    expect(found.reasons.join(' ')).toContain('meaningless change of the same kind cures');
  });

  it('refuses a word of the passages if another word of them is as good', async () => {
    const { bench, tries, curedBy } = trying();
    curedBy((patch) => /영수증|정지|법인카드/u.test(patch));
    const found = await tries.try(bench, joins('영수증'), SETS);
    expect(found.accepted).toBe(false);
    expect(found.reasons.join(' ')).toContain('Another word of the same passages cures');
  });

  it('accepts a word that is near in meaning, also if a word of another meaning cures as much', async () => {
    const { sandbox, bench, tries, curedBy } = trying();
    curedBy((patch) => /영수증|정지|법인카드/u.test(patch));
    sandbox.near = (word, other) => (word === '법카' && other === '법인카드' ? 0.8 : 0.2);
    expect(await tries.try(bench, joins('법인카드'), SETS)).toMatchObject({ accepted: true, meaning: 0.8 });
    sandbox.near = () => 0.8;
    expect((await tries.try(bench, joins('영수증'), SETS)).reasons.join(' ')).toContain('Another word of the same');
  });

  it('refuses what cures only the wordings that it was made from, before it asks anything else', async () => {
    const { sandbox, bench, tries } = trying();
    sandbox.isRight = ({ message }, patch) => patch.length > 0 && !message.startsWith('혹시');
    const found = await tries.try(bench, joins('법인카드'), SETS);
    expect(found).toMatchObject({ accepted: false, control: null, regression: { queries: 0 } });
    expect(found.reasons.join(' ')).toContain('no other wording of them');
    expect(sandbox.asked.some(({ message }) => message.startsWith('도서관'))).toBe(false);
  });

  it('refuses what has no paraphrases to be tried on', async () => {
    const { bench, tries, curedBy } = trying();
    curedBy((patch) => patch.includes('법인카드'));
    const found = await tries.try(bench, joins('법인카드'), { ...SETS, paraphrases: [] });
    expect(found.accepted).toBe(false);
    expect(found.reasons.join(' ')).toContain('There is no other wording');
  });

  it('refuses what costs other questions more than chance', async () => {
    const { sandbox, bench, tries } = trying();
    sandbox.isRight = ({ message }, patch) =>
      message.startsWith('도서관') ? patch.length === 0 : JSON.stringify(patch).includes('법인카드');
    const found = await tries.try(bench, joins('법인카드'), SETS);
    expect(found).toMatchObject({ accepted: false, regression: { lost: 24, regressed: true } });
  });
});
