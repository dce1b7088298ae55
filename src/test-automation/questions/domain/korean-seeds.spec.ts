import { Persona } from '../../personas/domain/persona.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { coresOf } from './all-seeds.js';
import { fullTopic } from './core-question.js';
import { questionFor, rephrasable } from './kind-question.js';
import { inVoice } from './persona-voice.js';
import { questionPool } from './question-pool.js';
import { spokenLabel } from './table-seeds.js';
import { UNDATED } from '../../../../test/support/undated.js';

const PERSONA: Persona = {
  id: 'p',
  name: '사람',
  description: '',
  language: 'ko',
  goals: [],
  knowledge: 'informed',
  tone: 'polite',
  vocabulary: [],
  audiencePaths: [],
};

const documentOf = (...provisions: readonly string[]) => ({
  documentId: 'd',
  title: '시험 규정',
  text: provisions.map((text, i) => `제${i + 1}조(교직원) ${text}`).join('\n\n'),
  canonicalPath: ['규정'],
  ...UNDATED,
});
const asked = (...provisions: readonly string[]) => coresOf(documentOf(...provisions)).map((core) => core.forms.polite);

describe('questions about Korean provisions', () => {
  it('carries the subject of the first clause over to the next, unless it does not fit its verb', () => {
    expect(asked('직원은 30일 전까지 신청하여야 하며, 5일 이내에 서류를 제출하여야 한다.')).toContain(
      '직원은 며칠 이내에 서류를 제출해야 하나요?',
    );
    expect(asked('팀장의 임기는 정하지 아니하되, 같은 팀에서 5년을 넘게 근무할 수 없다.')).toEqual([]);
    expect(
      asked('위원회는 30일 이내에 의결하며, 해제하지 아니하기로 의결하면 3개월이 지나야 다시 신청할 수 있다.'),
    ).toEqual(['위원회는 며칠 이내에 의결하나요?']);
  });

  it('ends a question at the value that is set, whatever else the clause says of it', () => {
    expect(asked('위촉직 위원의 임기는 1년으로 하며 연임할 수 있다.')).toEqual(['위촉직 위원의 임기는 몇 년인가요?']);
    expect(asked('단체보험료는 학기당 5만원으로 하고 등록금과 함께 낸다.')).toEqual([
      '단체보험료는 학기당 얼마인가요?',
    ]);
  });

  it('asks for no value that is in a list with others', () => {
    expect(asked('재수강은 같은 교과목에 1회, 통산하여 8과목까지 할 수 있다.')).toEqual([
      '재수강은 같은 교과목에 1회, 통산해서 몇 과목까지 할 수 있나요?',
    ]);
    expect(asked('예체능 계열은 2급 이상, 영어 전용 과정은 IELTS 5.5 이상으로 갈음한다.')).toEqual([]);
    expect(asked('법인카드를 쓴 사람은 7일 이내에 영수증과 목적, 참석자를 등록하여야 한다.')).toEqual([
      '법인카드를 쓴 사람은 며칠 이내에 영수증과 목적, 참석자를 등록해야 하나요?',
    ]);
  });

  it('compares only fully named things', () => {
    expect(asked('공과대학이 아닌 학과는 24학점, 공과대학은 30학점을 넘을 수 없다.').join()).not.toContain('어떻게');
    expect(asked('일반과정은 10명, 학점은행제는 15명을 넘을 수 없다.').join()).toContain(
      '일반과정과 학점은행제는 기준이 어떻게 다른가요?',
    );
  });

  it('names the subject alone in a vague question', () => {
    const text = '제1조(이수) 편입생은 60학점 이상을 취득하여야 한다.';
    const pool = questionPool([{ ...documentOf(), text }], { outside: [], slang: [] }, '2026-11-22');
    const [core] = pool.current;
    const persona = { ...PERSONA, tone: 'casual' } as const;
    const question = core && questionFor(core, 'ambiguous', { persona, difficulty: 'hard', pool });
    expect(question?.text).toContain('어떻게 되나요?');
  });

  it('asks no vague question about a person in the title', () => {
    const vague = (title: string) => {
      const text = `제1조(${title}) 규정안은 교무위원회의 심의를 거쳐 총장이 확정한다.`;
      const pool = questionPool([{ ...documentOf(), text }], { outside: [], slang: [] }, '2026-11-22');
      return pool.current.filter((core) => rephrasable(core, 'ambiguous', pool)).length;
    };
    expect(vague('교무위원회 등의 심의')).toBe(0);
    expect(vague('규정안의 확정')).toBe(1);
  });

  it('asks nothing that depends on the previous sentence', () => {
    expect(asked('위촉 위원의 임기는 2년으로 한다. 다만, 학생 위원은 1년으로 한다.')).toEqual([
      '위촉 위원의 임기는 몇 년인가요?',
    ]);
    expect(asked('심사를 맡는 면접위원은 3명으로 한다.')).toEqual(['심사를 맡는 면접위원은 몇 명인가요?']);
  });

  it('asks vaguely only for the one value of its type that the provision gives', () => {
    const pool = questionPool(
      [
        documentOf(
          '직원은 시작일 14일 전까지 신청하여야 한다.',
          '출강은 주 4시간 이내로 한다. 이 경우 허가의 기간은 1년이다.',
        ),
      ],
      { outside: [], slang: [] },
      '2026-11-22',
    );
    const vague = pool.current.filter((core) => rephrasable(core, 'ambiguous', pool));
    expect(pool.current.map((core) => core.facts[0])).toEqual(['14일 전', '4시간 이내']);
    expect(vague.map((core) => core.facts[0])).toEqual(['14일 전']);
  });

  it('uses the label of a row as part of a sentence', () => {
    expect(spokenLabel('일본, 중국, 대만')).toBe('일본·중국·대만');
    expect(spokenLabel('제한속도를 시속 10킬로미터 넘게 위반')).toBe('제한속도를 시속 10킬로미터 넘게 위반하는 것');
    expect(spokenLabel('분리배출 위반')).toBe('분리배출 위반');
  });

  it('uses the last word of a title once', () => {
    expect(fullTopic({ documentTitle: '해온대학교 학칙', topic: '학칙의 개정' })).toBe('해온대학교 학칙의 개정');
    expect(fullTopic({ documentTitle: '휴학 규정', topic: '복학' })).toBe('휴학 규정의 복학');
  });

  it.each<[Persona['tone'], string]>([
    ['casual', '시험 규정의 봉급은 어떻게 되나요?'],
    ['formal', '시험 규정의 봉급은 어떻게 되는지 확인 부탁드립니다.'],
  ])('asks vaguely in the voice of somebody %s', (tone, words) => {
    const persona: Persona = { ...PERSONA, tone };
    const form = '누구의 승인을 받나요?';
    const forms = [{ polite: form, formal: form, casual: form, embedded: form }];
    const speech = { kind: 'ambiguous', language: 'ko', topic: '시험 규정의 봉급', forms, slot: 'who' } as const;
    expect(inVoice(speech, persona, new SeededRandom('1'))).toContain(words);
  });
});
