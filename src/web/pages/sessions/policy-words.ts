import { speechWith } from '../words/language.js';

const en = {
  policyUnknown:
    'The rules by which one of these sessions was graded were not recorded: a change may come from other rules.',
  policiesDiffer:
    'These sessions were graded by different rules: a change of verdicts and scores may come from the rules and not from the answers.',
  gradedBy: 'Rules of the grading',
  policyNotRecorded: 'This session did not record the rules that it was graded by.',
  policyDefaults: 'Gates, weights, points and sources are those of the defaults.',
  policyDeviations: 'Rules other than the defaults',
  policyDefault: 'Default',
  policyHere: 'This session',
  policySettings: 'Rules that differ',
  policyNotSet: 'not set',
  policySetting_gates: 'Threshold of the gate',
  policySetting_weights: 'Weight',
  policySetting_certainty: 'A gate is reached by',
  policySetting_citation: 'Sources',
  policySetting_threshold_success: 'Points for a success (of 5)',
  policySetting_threshold_partial: 'Points for a partial success (of 5)',
  policyValue_interval: 'the lower end of the 95 % interval',
  policyValue_observed: 'the rate itself',
  policyValue_required: 'required',
  policyValue_checked: 'checked if given',
  policyValue_off: 'off',
  weight_accuracy: 'accuracy',
  weight_completeness: 'completeness',
  weight_relevance: 'relevance',
  weight_citation: 'citation',
  weight_practicality: 'practicality',
  weight_actionability: 'actionability',
} as const;

type PolicyWordKey = keyof typeof en;

const ko: Readonly<Record<PolicyWordKey, string>> = {
  policyUnknown: '두 세션 중 하나는 채점 기준이 기록되어 있지 않습니다. 차이가 다른 채점 기준에서 왔을 수 있습니다.',
  policiesDiffer:
    '두 세션은 서로 다른 채점 기준으로 채점되었습니다. 판정과 점수의 차이가 답변이 아니라 채점 기준에서 왔을 수 있습니다.',
  gradedBy: '채점 기준',
  policyNotRecorded: '이 세션은 채점 기준을 기록하지 않았습니다.',
  policyDefaults: '문턱값, 가중치, 점수, 출처 기준이 모두 기본값입니다.',
  policyDeviations: '기본값과 다른 채점 기준',
  policyDefault: '기본값',
  policyHere: '이 세션',
  policySettings: '서로 다른 채점 기준',
  policyNotSet: '없음',
  policySetting_gates: '기준의 문턱값',
  policySetting_weights: '가중치',
  policySetting_certainty: '기준 통과 판단',
  policySetting_citation: '출처',
  policySetting_threshold_success: '성공 점수(5점 만점)',
  policySetting_threshold_partial: '부분성공 점수(5점 만점)',
  policyValue_interval: '95 % 신뢰구간의 아래쪽 끝',
  policyValue_observed: '측정한 비율 그대로',
  policyValue_required: '반드시 있어야 함',
  policyValue_checked: '있으면 확인함',
  policyValue_off: '보지 않음',
  weight_accuracy: '정확성',
  weight_completeness: '완전성',
  weight_relevance: '관련성',
  weight_citation: '출처 명시',
  weight_practicality: '실용성',
  weight_actionability: '행동 가능성',
};

/** Words about the rules by which sessions are graded. */
export const usePolicySpeech = speechWith<PolicyWordKey>({ en, ko });
