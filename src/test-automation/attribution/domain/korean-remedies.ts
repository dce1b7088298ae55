/** Causes, remedies and improvements in Korean; see `korean-findings`. */
export const REMEDIES_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  // Causes and remedies.
  ['Only the answers of the target can be seen.', '대상의 답변만 볼 수 있다.'],
  [
    'Have the target show its sources and its trace, or repair its answers where it runs.',
    '대상이 출처와 추적 기록을 보이게 하거나, 대상 쪽에서 답변을 고친다.',
  ],
  [
    'The follow-up was not completed with what the turns before had said (context).',
    '후속 질문을 앞선 대화의 내용(맥락)으로 보완하지 못하였다.',
  ],
  [
    'Extend the rules that complete a follow-up from its conversation context.',
    '후속 질문을 대화 맥락으로 보완하는 규칙을 넓힌다.',
  ],
  ["No synonym joins {0} to the passage's own words.", '{0}을(를) 문단의 낱말과 잇는 동의어가 없다.'],
  [
    'No synonym joins the words: the search alone had the gold passage {0}. {1}.',
    '낱말을 잇는 동의어가 없다. 검색만으로는 정답 문단이 {0}. {1}.',
  ],
  ['Add a synonym group for “{0}”.', '“{0}”의 동의어 묶음을 더한다.'],
  ['Look at the weights of words and vectors.', '낱말과 벡터의 가중치를 살핀다.'],
  ['Look at the weight of relevance in the final order.', '최종 순서에서 관련도의 가중치를 살핀다.'],
  [
    'The passage was there, and what was taken from it does not answer all that was asked.',
    '문단은 있었으나 거기서 가져온 말이 물은 것을 다 답하지 않는다.',
  ],
  ['Check the answer against the question before it is given.', '답하기 전에 답변을 질문과 대조한다.'],
  [
    'A rule of the intents classifies the question as small talk, so that nothing is searched.',
    '의도 규칙이 질문을 인사말로 보아 아무것도 찾지 않는다.',
  ],
  [
    'Remove the pattern that matches, or put a rule for questions before it.',
    '해당 규칙을 되돌리거나 질문 규칙을 그 앞에 둔다.',
  ],
  ['{0} spoils what is right without it.', '{0}이(가) 없으면 맞을 답을 틀리게 한다.'],
  ['Look at the numbers of {0} in pipeline.json.', 'pipeline.json에서 {0}의 값을 살핀다.'],
  ['Look at the synonyms and at the rules that read the question.', '동의어와, 질문을 읽는 규칙을 살핀다.'],
  [
    'Compare the passages by words with those by vectors for this question; no weights were tried.',
    '이 질문에서 낱말로 찾은 문단과 벡터로 찾은 문단을 견주어 본다. 가중치는 바꾸어 보지 않았다.',
  ],
  ['Without {0} the answer is right too.', '{0} 없이도 맞게 답한다.'],
  [
    'The question is about another day than the day of the searched editions.',
    '질문이 묻는 날짜와 문서를 본 날짜가 다르다.',
  ],
  ['Extend the rules that read the day from the question (as_of).', '질문에서 날짜(as_of)를 읽는 규칙을 넓힌다.'],
  ['Too few passages are read.', '읽은 문단이 너무 적다.'],
  [
    'Read more passages (top_k), or look at the weights of the search.',
    '문단을 더 읽거나(top_k) 검색의 가중치를 살핀다.',
  ],
  [
    'The passage is retrieved; only asked in its words the answer is right: the question is read wrongly.',
    '정답 문단을 찾았으나 그 문단의 말로 물어야만 바르게 답하므로 질문을 잘못 읽은 것이다.',
  ],
  [
    'The question does not name its topic in words that lead to the passage.',
    '질문의 낱말로는 정답 문단에 이르지 못한다.',
  ],
  [
    'Look at the numbers of the second retrieval (decisive, feedback_terms) in pipeline.json.',
    'pipeline.json에서 두 번째 검색의 값(decisive, feedback_terms)을 살핀다.',
  ],
  [
    'With the passage handed over the answer is right; the search alone has it {0}.',
    '정답 문단을 직접 주면 맞는다. 검색만으로는 {0}.',
  ],
  [
    'With the passage handed over the answer is right; the answer had it {0}.',
    '정답 문단을 직접 주면 맞는다. 이 답변의 검색에서는 {0}.',
  ],
  [
    'Even with the right passage handed over the answer is wrong: it is read wrongly.',
    '정답 문단을 직접 주어도 틀린다. 잘못 읽은 것이다.',
  ],
  // Improvements.
  ['{0} came {1} times: {2}', '{0} {1}건: {2}'],
  ['not_evaluated: {0}', '측정하지 않음(not_evaluated): {0}'],
  [
    'asked again unchanged: the answer is still wrong ({0} of 5); claim “{1}” is contradicted ({2})',
    '바꾸지 않고 다시 물음: 여전히 틀린다({0} / 5). 주장 “{1}”: 원문과 모순 ({2})',
  ],
  [
    'asked again after the earlier questions: the answer is still wrong ({0} of 5); claim “{1}” is contradicted ({2})',
    '앞선 질문 다음에 다시 물음: 여전히 틀린다({0} / 5). 주장 “{1}”: 원문과 모순 ({2})',
  ],
  [
    'asked again unchanged: the answer is still wrong ({0} of 5); claim “{1}” is supported ({2})',
    '바꾸지 않고 다시 물음: 여전히 틀린다({0} / 5). 주장 “{1}”: 원문에 있음 ({2})',
  ],
  [
    'asked again after the earlier questions: the answer is still wrong ({0} of 5); claim “{1}” is supported ({2})',
    '앞선 질문 다음에 다시 물음: 여전히 틀린다({0} / 5). 주장 “{1}”: 원문에 있음 ({2})',
  ],
  [
    'asked again unchanged: the answer is still wrong ({0} of 5); claim “{1}” is not_found ({2})',
    '바꾸지 않고 다시 물음: 여전히 틀린다({0} / 5). 주장 “{1}”: 원문에 없음 ({2})',
  ],
  [
    'asked again after the earlier questions: the answer is still wrong ({0} of 5); claim “{1}” is not_found ({2})',
    '앞선 질문 다음에 다시 물음: 여전히 틀린다({0} / 5). 주장 “{1}”: 원문에 없음 ({2})',
  ],
  [
    'No pattern classifies the turn as a follow-up, so that it was not completed with the earlier turns.',
    '이 말을 이어지는 질문으로 알아보는 규칙이 없어 앞선 대화(맥락)로 보완하지 않았다.',
  ],
  ['asked again unchanged: {0}', '바꾸지 않고 다시 물음: {0}'],
  ['asked again after the earlier questions: {0}', '앞선 질문 다음에 다시 물음: {0}'],
  ['{0} came {1} times among {2} answers of the target.', '대상의 답변 {2}개 가운데 {0}이(가) {1}건 있었다.'],
  [
    'Look at the results in the evidence; their right passages are in {0} places of the documents.',
    '근거에 적힌 결과를 살펴본다. 정답 문단은 문서의 {0}곳에 있다.',
  ],
  ['The target does not reach the gate {0}.', '대상이 게이트 {0}에 미치지 못한다.'],
  [
    '{0} of {1} follow-up questions failed, and none could show whether the context of the conversation is kept.',
    '후속 질문 {1}개 중 {0}개가 실패하였고, 대화 맥락을 유지하는지는 어느 질문으로도 알 수 없었다.',
  ],
  [
    'Look at how the target keeps the context of a conversation, and at the answers of the dialogues.',
    '대상이 대화 맥락을 어떻게 유지하는지와 대화의 답변을 살핀다.',
  ],
  [
    'The query analyzer misreads the question (intent accuracy below 85 %, REQ-S-001).',
    '질의 분석기가 질문을 잘못 읽는다(의도 추론 정확도 85 % 미만, REQ-S-001).',
  ],
  [
    'Review the rules of intents.json with the questions in the evidence.',
    '근거의 질문들로 intents.json의 규칙을 검토한다.',
  ],
  [
    'Fewer than 80 % of the questions are answered well (REQ-S-003): improvements have to follow.',
    '바르게 답한 질문이 80 %에 못 미친다(REQ-S-003). 개선을 적용해야 한다.',
  ],
  ['Work through the failure types from the most frequent on.', '가장 잦은 실패 유형부터 차례로 고친다.'],
  [
    'Follow-up questions fail too often (REQ-S-005): check how the context of a conversation (맥락) is kept.',
    '후속 질문이 너무 자주 실패한다(REQ-S-005). 대화 맥락이 어떻게 유지되는지 점검한다.',
  ],
  [
    'Look at the turns that lost their context, and at how the follow-up was completed.',
    '맥락이 끊긴 턴과 후속 질문이 보완된 방식을 살핀다.',
  ],
  [
    '“{0}” is in {1} failed questions and in none of the passages that answer them.',
    '“{0}”은(는) 실패한 질문 {1}개에 나오지만 정답 문단에는 없다.',
  ],
  ['A synonym group that joins “{0}” to the word of the passages.', '“{0}”을(를) 문단의 낱말과 잇는 동의어 묶음.'],
  [
    'No synonym joins “{0}” and “{1}”; {2} failed questions and {3} that were not answered ask with the first.',
    '“{0}”과(와) “{1}”을(를) 잇는 동의어가 없다. 실패한 질문 {2}개와 답하지 못한 질문 {3}개가 앞의 낱말로 묻는다.',
  ],
  [
    'No synonym joins “{0}” and “{1}”; {2} failed questions ask with the first.',
    '“{0}”과(와) “{1}”을(를) 잇는 동의어가 없다. 실패한 질문 {2}개가 앞의 낱말로 묻는다.',
  ],
  [
    "A pattern of '{0}' reads messages as {1} that are something else.",
    "규칙 '{0}'의 표현 하나가 다른 뜻의 말을 {1}(으)로 읽는다.",
  ],
  ['No rule reads {0} turns of speech as {1}.', '말투 {0}개를 {1}(으)로 읽는 규칙이 없다.'],
  [
    '{0} is {1}; at {2}, {3} of {4} different failed questions are answered.',
    '{0} 값이 {1}인데, {2}이면 서로 다른 실패 질문 {4}개 중 {3}개에 답한다.',
  ],
];
