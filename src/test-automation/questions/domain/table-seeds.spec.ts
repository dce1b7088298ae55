import { coresOf } from './all-seeds.js';
import { UNDATED } from '../../../../test/support/undated.js';

const asked = (title: string, ...rows: readonly string[]) =>
  coresOf({
    documentId: 'd',
    title: '시험 규정',
    text: `제1조(${title}) 다음 표와 같다.\n\n${rows.join('\n')}`,
    canonicalPath: ['규정'],
    ...UNDATED,
  }).map((core) => core.forms.polite);

describe('questions about a Korean table', () => {
  it('treats a column that names the people of the value as a case, not as the owner of the value', () => {
    const questions = asked(
      '기술료의 배분',
      '| 기술료 | 발명자 | 산학협력단 |',
      '|---|---|---|',
      '| 1억원 이하의 부분 | 70퍼센트 | 20퍼센트 |',
      '| 5억원을 넘는 부분 | 60퍼센트 | 30퍼센트 |',
    );
    expect(questions).toContain('5억원을 넘는 부분은 발명자의 경우 몇 퍼센트인가요?');
    expect(questions).toContain('1억원 이하의 부분과 5억원을 넘는 부분은 산학협력단의 경우 어떻게 다른가요?');
  });

  it('uses the name of a column that names the measured thing', () => {
    const questions = asked(
      '수료학점',
      '| 과정 | 수료학점 | 전공과목 학점 | 심사료 |',
      '|---|---|---|---|',
      '| 석사과정 | 24학점 | 15학점 | 90,000원 |',
      '| 박사과정 | 36학점 | 24학점 | 150,000원 |',
    );
    expect(questions).toContain('석사과정은 수료학점이 몇 학점인가요?');
    expect(questions).toContain('석사과정과 박사과정은 심사료가 어떻게 다른가요?');
  });
});
