import { GradingPolicy } from '../../sessions/domain/grading-policy.js';
import { ReportBlock } from './report-document.js';
import { labelOf, percent } from './report-labels.js';
import { REPORT_WORDS } from './report-words.js';

type Language = 'en' | 'ko';

/** What the report says about the rules that a session was graded by. */
const WORDS = {
  en: {
    title: 'Appendix: how the answers were graded',
    note: 'The rules of the session file, and the defaults for the rest. Sessions that were graded by other rules cannot be compared directly.',
    unknown: 'This session is of an earlier release, which did not record the rules that it was graded by.',
    rule: 'Rule',
    off: 'off',
    gate: (name: string) => `Threshold of the gate: ${name}`,
    criterionGate: (name: string) => `Threshold of the criterion “${name}”`,
    weight: (name: string) => `Weight: ${name}`,
    success: 'Points for a success (of 5)',
    partial: 'Points for a partial success (of 5)',
    certainty: 'A gate is reached by',
    certainties: { interval: 'the lower end of the 95 % interval', observed: 'the rate itself' },
    citation: 'Sources',
    citations: {
      required: 'required: without one, a right answer is partial',
      checked: 'checked: only a wrong one makes a right answer partial',
      off: 'neither a missing nor a wrong one matters',
    },
    criterion: (name: string) => `Criterion “${name}”`,
  },
  ko: {
    title: '부록: 답변의 채점 기준',
    note: '세션 파일이 정한 기준이며, 정하지 않은 것은 기본값이다. 다른 기준으로 채점한 세션과는 바로 견줄 수 없다.',
    unknown: '채점 기준을 기록하지 않던 이전 버전의 세션이다.',
    rule: '기준',
    off: '보지 않음',
    gate: (name: string) => `통과 기준값: ${name}`,
    criterionGate: (name: string) => `통과 기준값: 추가 기준 ‘${name}’`,
    weight: (name: string) => `가중치: ${name}`,
    success: '성공으로 보는 점수(5점 만점)',
    partial: '부분성공으로 보는 점수(5점 만점)',
    certainty: '통과를 판단하는 값',
    certainties: { interval: '95 % 신뢰구간의 아래쪽 끝', observed: '측정한 비율 그대로' },
    citation: '출처',
    citations: {
      required: '필요함: 출처가 없으면 맞는 답변도 부분성공이다',
      checked: '확인함: 잘못된 출처를 댄 때에만 맞는 답변이 부분성공이다',
      off: '출처가 없거나 잘못되어도 상관없다',
    },
    criterion: (name: string) => `추가 기준 ‘${name}’`,
  },
};

function policyRows(policy: GradingPolicy, language: Language): string[][] {
  const w = WORDS[language];
  const share = (limit: number | 'off') => (limit === 'off' ? w.off : percent(limit, REPORT_WORDS[language]));
  return [
    ...Object.entries(policy.gates).map(([id, limit]) => [w.gate(labelOf(id, language)), share(limit)]),
    ...policy.rubrics.flatMap(({ name, least }) => (least === null ? [] : [[w.criterionGate(name), share(least)]])),
    [w.certainty, w.certainties[policy.certainty]],
    [w.success, policy.thresholds.success.toFixed(1)],
    [w.partial, policy.thresholds.partial.toFixed(1)],
    ...Object.entries(policy.weights).map(([name, weight]) => [w.weight(labelOf(name, language)), String(weight)]),
    [w.citation, w.citations[policy.citation]],
    ...policy.rubrics.map(({ name, criterion }) => [w.criterion(name), criterion]),
  ];
}

/** The rules that a session was graded by. @param policy undefined in sessions of earlier releases */
export function policyAppendix(policy: GradingPolicy | undefined, language: Language): ReportBlock[] {
  const w = WORDS[language];
  const title: ReportBlock = { kind: 'heading', level: 3, text: w.title };
  if (policy === undefined) return [title, { kind: 'text', text: w.unknown }];
  const head = [w.rule, REPORT_WORDS[language].value];
  return [title, { kind: 'text', text: w.note }, { kind: 'table', head, rows: policyRows(policy, language) }];
}
