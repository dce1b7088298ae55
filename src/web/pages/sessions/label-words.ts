import { speechWith } from '../words/language.js';

/** Texts of the page on which people label answers. */
const en = {
  labelAnswersAs: 'Label answers as {name}',
  labelPromise:
    'Say of each answer whether it is right. The verdict of the judge and the labels of others stay hidden until each row has your label.',
  reviewerName: 'Your name',
  reviewerNameHint: 'Letters, digits, _ and -. Under the same name you continue where you stopped.',
  startLabelling: 'Start',
  earlierTurns: 'Earlier turns of the dialogue ({count})',
  expectedAnswer: 'Right answer',
  noRowsToLabel: 'This session has no row to label.',
  rowOf: 'Row {n} of {count}',
  labelledOf: '{done} of {count} labelled',
  yourLabel: 'Your label',
  label_success: 'Right',
  label_partial: 'Partly right',
  label_failure: 'Wrong',
  previousRow: 'Previous',
  nextRow: 'Next',
  labelKeys: 'Keys: 1, 2 and 3 give a label, the left and right arrows change the row. Each label is stored at once.',
  rowsWithheld: '{count} rows are left out: you may not see their documents.',
  agreement: 'Agreement',
  agreementHint:
    'Kappa (Cohen) is the agreement above chance: 1 is complete, 0 is chance. Only people who have labelled each row are counted.',
  whoAgrees: 'Who',
  pairOf: '{first} and {second}',
  theJudge: 'the judge',
  reading: 'Compared',
  byLabels: 'Three labels',
  byPassed: 'Passed or not',
  rowsInCommon: 'Rows',
  sameLabel: 'The same',
  kappa: 'Kappa (95 % interval)',
  notComputable: 'not available',
} as const;

type LabelWordKey = keyof typeof en;

const ko: Readonly<Record<LabelWordKey, string>> = {
  labelAnswersAs: '{name} 이름으로 답변에 라벨 붙이기',
  labelPromise:
    '각 답변이 맞는지 판단하세요. 모든 행에 라벨을 붙일 때까지 판정기의 판정과 다른 사람의 라벨은 보이지 않습니다.',
  reviewerName: '이름',
  reviewerNameHint: '글자, 숫자, _, -를 쓸 수 있습니다. 같은 이름으로 오면 멈춘 곳에서 이어집니다.',
  startLabelling: '시작',
  earlierTurns: '대화의 앞 차례 ({count})',
  expectedAnswer: '정답',
  noRowsToLabel: '이 세션에는 라벨을 붙일 행이 없습니다.',
  rowOf: '{count}행 중 {n}행',
  labelledOf: '{count}행 중 {done}행에 라벨을 붙임',
  yourLabel: '라벨',
  label_success: '맞음',
  label_partial: '일부 맞음',
  label_failure: '틀림',
  previousRow: '이전',
  nextRow: '다음',
  labelKeys: '키: 1, 2, 3으로 라벨을 붙이고 왼쪽과 오른쪽 화살표로 행을 옮깁니다. 라벨은 바로 저장됩니다.',
  rowsWithheld: '문서를 볼 권한이 없는 행 {count}개는 빠져 있습니다.',
  agreement: '일치도',
  agreementHint:
    '코헨의 카파는 우연을 넘는 일치입니다. 1은 완전한 일치, 0은 우연입니다. 모든 행에 라벨을 붙인 사람만 셉니다.',
  whoAgrees: '대상',
  pairOf: '{first}, {second}',
  theJudge: '판정기',
  reading: '비교',
  byLabels: '세 가지 라벨',
  byPassed: '통과 여부',
  rowsInCommon: '행',
  sameLabel: '같음',
  kappa: '카파 (95 % 구간)',
  notComputable: '계산할 수 없음',
};

export const useLabelSpeech = speechWith<LabelWordKey>({ en, ko });
