import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';

/** What the report says about the judges of a session. */
export const JUDGE_WORDS = {
  en: {
    title: 'Quality of the judge',
    none: 'The judge was not measured in this session; its verdicts are unverified.',
    intro: (card: JudgeScorecard) =>
      `${card.judge}: ${card.faults} faults injected into ${card.documents} documents that this session may read, and ${card.sound} sound answers (trial ${card.version}, seed ${card.seed}).`,
    total: (caught: string, alarms: string) =>
      `Caught ${caught} of the faults; called ${alarms} of the sound answers wrong.`,
    ofScope: (faults: number, caught: string) =>
      `Of the ${faults} faults of scope (another actor, a condition, an exception), which these rates leave out, it caught ${caught}.`,
    head: ['Kind', 'Language', 'Cases', 'Caught', '95 % interval', 'Floor', 'Holds'],
    alarm: 'false alarms:',
    most: 'at most',
    yes: 'yes',
    no: 'no',
    few: 'too few',
    forms: ['Form of the answer', 'Language', 'Source', 'Right answers', 'Wrongly refused', 'Wrong answers', 'Caught'],
    cited: 'with',
    uncited: 'without',
    outside: (outside: number, answers: number, least: string) =>
      `Outside the measured range: ${outside} of ${answers} answers overlap the gold passage less than the answers with which the judge was tried (${least}). The rates above say nothing about their verdicts.`,
    inside: (answers: number, least: string) =>
      `All ${answers} answers overlap the gold passage at least as much as the answers with which the judge was tried (${least}).`,
    left: (n: number) => `${n} cases could not be judged and are in no rate.`,
  },
  ko: {
    title: '판정기의 정확도',
    none: '이 세션에서는 판정기를 측정하지 못했으므로 판정 결과가 검증되지 않았습니다.',
    intro: (card: JudgeScorecard) =>
      `${card.judge}: 이 세션이 볼 수 있는 문서 ${card.documents}건에 오류 ${card.faults}개를 심고 올바른 답변 ${card.sound}개와 함께 판정하게 했습니다(시험 ${card.version}, 시드 ${card.seed}).`,
    total: (caught: string, alarms: string) =>
      `심은 오류의 ${caught}를 잡아냈고, 올바른 답변의 ${alarms}를 틀렸다고 했습니다.`,
    ofScope: (faults: number, caught: string) =>
      `이 비율에 들어 있지 않은 적용 범위 오류(다른 주체, 조건, 예외) ${faults}개 중에서는 ${caught}를 잡아냈습니다.`,
    head: ['종류', '언어', '사례', '검출률', '95 % 구간', '하한', '충족'],
    alarm: '오경보:',
    most: '최대',
    yes: '예',
    no: '아니요',
    few: '사례 부족',
    forms: ['답변 형식', '언어', '출처', '올바른 답변', '잘못 거부', '틀린 답변', '검출'],
    cited: '있음',
    uncited: '없음',
    outside: (outside: number, answers: number, least: string) =>
      `측정 범위 밖: 답변 ${answers}개 중 ${outside}개는 판정기를 시험한 답변보다 정답 문장과 덜 겹칩니다(${least}). 위 비율은 이 답변들의 판정에는 적용되지 않습니다.`,
    inside: (answers: number, least: string) =>
      `답변 ${answers}개 모두 판정기를 시험한 답변만큼 정답 문장과 겹칩니다(${least} 이상).`,
    left: (n: number) => `${n}개 사례는 판정하지 못했으며 어느 비율에도 들어 있지 않습니다.`,
  },
} as const;
