/**
 * Findings of a session are written in English; this table has their Korean translations. The key is the English sentence with placeholders
 * such as `{0}`. Quoted text (questions, answers, quotes, names) is not translated.
 */
export const FOUND_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  // Judging an answer.
  ['The documents do not answer, and the answer says so.', '문서에 답이 없으며, 답변도 그렇게 밝혔다.'],
  // Of earlier releases.
  ['The documents do not answer this question, but an answer was given.', '문서에 답이 없는 질문인데 답을 내놓았다.'],
  [
    'The documents that may be seen do not answer this question, but an answer was given.',
    '볼 수 있는 문서에 답이 없는 질문인데 답을 내놓았다.',
  ],
  [
    'The documents answer ({0}), and the answer says that they do not.',
    '문서({0})에 답이 있는데 답변은 없다고 하였다.',
  ],
  ['The documents do not answer: {0}', '문서에 답이 없다는 주장: {0}'],
  ['Evades with “{0}” what the documents answer.', '문서에 답이 있는데 “{0}”(이)라는 말로 피하였다.'],
  ['Contradicted: {0}', '원문과 모순: {0}'],
  ['Not found: {0}', '근거 없음: {0}'],
  ['Contradicts the fact: {0}', '정답과 다르게 말한 것: {0}'],
  ['States what is wrong here: {0}', '여기서는 틀린 값을 말한 것: {0}'],
  ['{0} of {1} required facts are stated.', '필요한 사실 {1}개 중 {0}개를 말하였다.'],
  ['No source supports it.', '뒷받침하는 출처가 없다.'],
  ['No claim of the answer was checked.', '답변의 주장을 하나도 확인하지 못하였다.'],
  ['It could not be judged.', '판정하지 못하였다.'],
  ['The budget of the session was used up.', '세션의 예산을 다 썼다.'],
  ['The model did not judge: {0}', '모델이 판정하지 못하였다: {0}'],
  ['It only repeats the question.', '질문을 되풀이했을 뿐이다.'],
  ['It evades the question.', '질문에 답하지 않고 피하였다.'],
  ['It asks back instead of answering.', '답하지 않고 되물었다.'],
  [
    'The points add up to {0}; the verdict lifts the score to {1}.',
    '점수의 합은 {0}이지만 판정에 따라 {1}점으로 올렸다.',
  ],
  [
    'The points add up to {0}; the verdict limits the score to {1}.',
    '점수의 합은 {0}이지만 판정에 따라 {1}점으로 낮췄다.',
  ],
  // Keeping the context.
  ['The follow-up was completed to “{0}”, which leaves out {1}.', '후속 질문이 “{0}”(으)로 이해되어 {1}이(가) 빠졌다.'],
  [
    'It was treated as a self-contained question, which the documents do not answer; it lacked {0}.',
    '앞선 대화와 무관한 질문으로 받아들여 문서에 답이 없다고 하였다. 빠진 것: {0}',
  ],
  ['The answer cites {0}, which is not the topic of the dialogue.', '대화의 주제가 아닌 {0}을(를) 근거로 답하였다.'],
  ['The answer lacks the facts that depend on the earlier turns.', '앞선 대화를 고려해야 나오는 내용이 답변에 없다.'],
  [
    'It abstained, so that nothing shows whether it kept the earlier turns.',
    '답하지 않았으므로 앞선 대화를 고려하였는지 알 수 없다.',
  ],
  ['The answer is that to an earlier question.', '앞선 질문의 답을 되풀이하였다.'],
  // Gates and alarms.
  [
    '{0} of {1} ({2} %, 95 % interval {3} to {4} %): above {5} %.',
    '{1}개 중 {0}개({2} %, 95 % 신뢰구간 {3}~{4} %)로 {5} %를 넘는다.',
  ],
  [
    '{0} of {1} ({2} %, 95 % interval {3} to {4} %): above {5} %, but the interval reaches below it.',
    '{1}개 중 {0}개({2} %, 95 % 신뢰구간 {3}~{4} %)로 {5} %를 넘지만 신뢰구간의 아래쪽은 그보다 낮다.',
  ],
  [
    '{0} of {1} ({2} %, 95 % interval {3} to {4} %): above {5} %, but the interval reaches below it. At this rate {6} more queries would decide it.',
    '{1}개 중 {0}개({2} %, 95 % 신뢰구간 {3}~{4} %)로 {5} %를 넘지만 신뢰구간의 아래쪽은 그보다 낮다. 이 비율이라면 질문 {6}개를 더 물어야 판가름 난다.',
  ],
  [
    '{0} of {1} ({2} %, 95 % interval {3} to {4} %): above {5} %, but too few to decide, since the interval reaches below it.',
    '{1}개 중 {0}개({2} %, 95 % 신뢰구간 {3}~{4} %)로 {5} %를 넘지만, 신뢰구간의 아래쪽은 그보다 낮아 판가름하기에 수가 부족하다.',
  ],
  [
    '{0} of {1} ({2} %, 95 % interval {3} to {4} %): above {5} %, but too few to decide, since the interval reaches below it. {6}',
    '{1}개 중 {0}개({2} %, 95 % 신뢰구간 {3}~{4} %)로 {5} %를 넘지만, 신뢰구간의 아래쪽은 그보다 낮아 판가름하기에 수가 부족하다. {6}',
  ],
  ['At this rate {0} more queries would decide it.', '이 비율이라면 질문 {0}개를 더 물어야 판가름 난다.'],
  ['At this rate {0} more follow-ups would decide it.', '이 비율이라면 후속 질문 {0}개를 더 물어야 판가름 난다.'],
  [
    'At this rate {0} more queries would decide it: {1} for each persona instead of {2} (queries_per_persona, --queries).',
    '이 비율이라면 질문 {0}개를 더 물어야 판가름 난다. 페르소나마다 {2}개가 아니라 {1}개를 물으면 된다(queries_per_persona, --queries).',
  ],
  [
    'At this rate {0} more follow-ups would decide it: {1} dialogues instead of {2} (multi_turn.scenarios, --scenarios).',
    '이 비율이라면 후속 질문 {0}개를 더 물어야 판가름 난다. 대화를 {2}건이 아니라 {1}건 나누면 된다(multi_turn.scenarios, --scenarios).',
  ],
  [
    '{0} of {1} ({2} %, 95 % interval {3} to {4} %): not above {5} %. {6}',
    '{1}개 중 {0}개({2} %, 95 % 신뢰구간 {3}~{4} %)로 {5} %를 넘지 못한다. {6}',
  ],
  ['{0} of {1} answers were checked.', '답변 {1}개 중 {0}개를 확인하였다.'],
  ['{0} of {1} answers were checked. {2}', '답변 {1}개 중 {0}개를 확인하였다. {2}'],
  ['Nothing could be measured.', '측정된 것이 없다.'],
  ['The query analyser needs better rules.', '질의 분석기의 규칙을 고쳐야 한다.'],
  [
    'The session counts as failed, since an answer that was not checked may say anything.',
    '확인하지 않은 답변은 무엇이든 말할 수 있으므로 세션을 실패로 본다.',
  ],
  ['Improvements have to follow.', '개선을 적용해야 한다.'],
  ['The handling of the context of the conversation has to be looked at.', '대화 맥락의 처리를 점검해야 한다.'],
  ['No component could be tested.', '시험할 수 있는 컴포넌트가 없었다.'],
  ['{0} of {1} components passed their own cases.', '컴포넌트 {1}개 중 {0}개가 전용 사례를 통과하였다.'],
  [
    '{0} of {1} components passed their own cases; failed: {2}.',
    '컴포넌트 {1}개 중 {0}개가 전용 사례를 통과하였다. 실패: {2}.',
  ],
  ['{0} ({1} of {2} cases failed)', '{0}(사례 {2}개 중 {1}개 실패)'],
  [
    'All {0} scores are {1}: a judge that always says the same measures nothing.',
    '점수 {0}개가 모두 {1}이다. 늘 같은 판정은 아무것도 재지 못한다.',
  ],
  [
    'All {0} readings of the model as judge are {1}: it judges nothing.',
    '판정 모델의 점수 {0}개가 모두 {1}이다. 아무것도 판정하지 못한 것이다.',
  ],
  [
    '{0} of {1} could not be evaluated and are in no rate.',
    '{1}개 중 {0}개는 평가하지 못하여 어느 비율에도 들어 있지 않다.',
  ],
  // What ends a session early.
  [
    'Nothing could be measured: no question could be evaluated.',
    '평가할 수 있는 질문이 없어 아무것도 측정하지 못하였다.',
  ],
  [
    'Nothing could be measured: no question could be evaluated, mostly because of this: {0}.',
    '평가할 수 있는 질문이 없어 아무것도 측정하지 못하였다. 가장 잦은 이유: {0}.',
  ],
  ['the target answered {0} to {1}', '대상이 {1} 요청에 {0} 상태로 응답하였다'],
  ['the target answered {0} to {1}: {2}', '대상이 {1} 요청에 {0} 상태로 응답하였다: {2}'],
  ['Not every answer was checked against the documents (REQ-S-002).', '문서와 대조하지 못한 답변이 있다(REQ-S-002).'],
  ['The budget was used up; what was not asked is missing.', '예산을 다 써서 묻지 못한 질문이 빠져 있다.'],
  [
    'The session failed; the server log has the cause under this session_id.',
    '세션이 실패하였다. 원인은 서버 로그에서 이 session_id로 찾을 수 있다.',
  ],
  ['the session was stopped', '세션이 중단되었다'],
  ['it has no cases', '사례가 없다'],
];
