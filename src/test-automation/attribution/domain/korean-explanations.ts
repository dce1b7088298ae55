/** Failure reasons and suggested remedies in Korean; see `korean-findings`. */
export const EXPLAINED_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  // The five whys.
  ['Why did “{0}” fail ({1})?', '“{0}”은(는) 왜 실패하였는가({1})?'],
  ['The answer was: {0}', '답변: {0}'],
  ['{0}: claim “{1}” is {2}', '{0}: 주장 “{1}”은(는) {2}'],
  ['Why did the answer not say what the documents say?', '답변은 왜 문서의 내용을 말하지 않았는가?'],
  ['It cites no source at all; the right passage is {0}.', '근거가 하나도 없다. 정답 문단은 {0}이다.'],
  ['Why was an answer given?', '왜 답변을 하였는가?'],
  ['Why did the check of its claims not stop it?', '주장 확인에서 왜 걸러지지 않았는가?'],
  [
    'A claim failed its check, and the answer was given all the same.',
    '확인에 실패한 주장이 있는데도 답변을 내보냈다.',
  ],
  [
    'Its claims are in the documents; no claim shows that it answers something else.',
    '답변의 내용은 문서에 있으나, 다른 것에 대한 답이라는 점은 주장만으로 알 수 없다.',
  ],
  ['Why did the search offer that passage?', '검색은 왜 그 문단을 내놓았는가?'],
  [
    'A search offers the nearest passages, whether or not one of them answers.',
    '검색은 답이 있든 없든 가장 가까운 문단을 내놓는다.',
  ],
  [
    'Look at the threshold from which on a passage is taken for an answer.',
    '문단을 답으로 받아들이는 기준값을 확인한다.',
  ],
  [
    'It cites a part of the right passage ({0}), and not all that was asked for.',
    '정답 문단({0})의 일부만 근거로 하여, 물은 것을 다 답하지 않았다.',
  ],
  [
    'It cites other sentences of the right document than the right passage ({0}).',
    '정답 문서에서 정답 문단({0})이 아닌 다른 문장을 근거로 하였다.',
  ],
  [
    'It abstained at a probability of {0}, below the threshold of {1}; the right passage is {2}.',
    '맞을 확률 {0}이(가) 답변 기준값 {1}보다 낮아 답하지 않았다. 정답 문단은 {2}이다.',
  ],
  [
    'It abstained at a probability of {0}, below the threshold of {1}, though a passage of the right document was retrieved.',
    '정답 문서의 문단을 찾고도 맞을 확률 {0}이(가) 답변 기준값 {1}보다 낮아 답하지 않았다.',
  ],
  [
    'Look at how the sentence is chosen (likeliest of answer_decision in the trace).',
    '어느 문장을 고르는지(추적 기록 answer_decision의 likeliest) 살핀다.',
  ],
  [
    'It abstained at a probability of {0}, below the threshold of {1}; handing over the right passage does not help.',
    '맞을 확률 {0}이(가) 답변 기준값 {1}보다 낮아 답하지 않았고, 정답 문단을 직접 주어도 나아지지 않는다.',
  ],
  [
    'It answered at a probability of {0}, not below the threshold of {1}.',
    '맞을 확률 {0}이(가) 답변 기준값 {1} 이상이어서 답하였다.',
  ],
  ['The right passage was retrieved, at place {0}.', '정답 문단을 {0}위로 찾았다.'],
  [
    'The right passage was retrieved, at place {0}; handed over, it gives the right answer.',
    '정답 문단을 {0}위로 찾았다. 그 문단을 직접 주면 바르게 답한다.',
  ],
  [
    'The right passage was retrieved, at place {0}; handed over, it does not help either.',
    '정답 문단을 {0}위로 찾았다. 그 문단을 직접 주어도 바르게 답하지 못한다.',
  ],
  ['What can be seen of it from outside?', '밖에서 볼 수 있는 것은 무엇인가?'],
  ['It makes no claim that can be checked.', '확인할 수 있는 주장이 없다.'],
  [
    'Look at the evidence of the decision (answer_decision in the trace), or at its threshold (ANSWER_RISK).',
    '답변 여부를 정한 근거(추적 기록의 answer_decision)나 그 기준값(ANSWER_RISK)을 살핀다.',
  ],
  ['{0} failures ({1}) have one cause; of the first: {2}', '실패 {0}건({1})의 원인이 같다. 첫 건: {2}'],
  ['It cites {0}, not {1}.', '{1}이(가) 아니라 {0}을(를) 근거로 하였다.'],
  ['{0}: {1} sources', '{0}: 출처 {1}개'],
  ['{0}: trace, {1} sources', '{0}: 추적 기록, 출처 {1}개'],
  [
    'The target does not expose its components, so whether it retrieved the passage is unknown.',
    '대상이 내부를 보여 주지 않아 문단을 찾았는지 알 수 없다.',
  ],
  [
    'Nothing was searched: the message was classified as one that does not need the documents (self_rag).',
    '문서에 묻는 말이 아니라고 보아 아무것도 찾지 않았다(self_rag).',
  ],
  ['at place {0}', '{0}위이다'],
  ['beyond place 100', '100위 밖이다'],
  ['Why was the wrong part taken?', '왜 다른 부분을 가져왔는가?'],
  ['Why was the right passage not used?', '왜 정답 문단을 쓰지 않았는가?'],
  ['trace {0} (hybrid_search, reranker)', '추적 기록 {0}(hybrid_search, reranker)'],
  ['{0}: no trace', '{0}: 추적 기록 없음'],
  ['{0}: trace', '{0}: 추적 기록'],
  ['Why was it not found?', '왜 찾지 못하였는가?'],
  ['Why was it read wrongly?', '왜 잘못 읽혔는가?'],
  ['Why was it not ranked first, or read wrongly?', '왜 1위가 아니거나 잘못 읽혔는가?'],
  [
    'No noun or name of the question is known to be missing from the passage.',
    '질문의 명사나 이름 가운데 문단에 없다고 확인된 것이 없다.',
  ],
  [
    'The question says {0}, which the passage does not say in those words.',
    '질문은 {0}(이)라고 하지만 문단은 그 낱말을 쓰지 않는다.',
  ],
  [
    'The question, completed with earlier turns, says {0}, which the passage does not say.',
    '앞선 대화로 보완한 질문은 {0}(이)라고 하지만 문단에는 없다.',
  ],
  ['The question says {0}, which the passage does not say.', '질문은 {0}(이)라고 하지만 문단에는 없다.'],
  ['{0}: words of the question against the gold passage', '{0}: 질문과 정답 문단의 낱말 비교'],
  ['Why did nothing compensate for that?', '왜 다른 것이 이를 메우지 못하였는가?'],
  ['{0}: {1} counterfactuals, none of which helps', '{0}: 반사실 실험 {1}개 모두 도움이 되지 않음'],
  ['counterfactual {0}: {1}', '반사실 실험 {0}: {1}'],
  ['{0}: the answer is right', '{0}: 바르게 답한다'],
  ['{0}: the answer is right ({1} of 5)', '{0}: 바르게 답한다({1} / 5)'],
  [
    '{0}: the answer is right ({1} of 5), the gold passage is at place {2}',
    '{0}: 바르게 답한다({1} / 5), 정답 문단 {2}위',
  ],
  ['{0}: the answer is still wrong', '{0}: 여전히 틀린다'],
  ['{0}: the answer is still wrong ({1} of 5)', '{0}: 여전히 틀린다({1} / 5)'],
  [
    '{0}: the answer is still wrong ({1} of 5), the gold passage is at place {2}',
    '{0}: 여전히 틀린다({1} / 5), 정답 문단 {2}위',
  ],
  ['{0}: no answer came', '{0}: 답이 오지 않았다'],
  ['the gold passage handed over', '정답 문단을 직접 줌'],
  ['asked as “{0}”', '“{0}”(으)로 물음'],
  ['{0} switched off', '{0} 끔'],
  ['documents as of {0}', '{0} 기준 문서'],
  ['{0} passages read', '문단 {0}개를 읽음'],
  ['“{0}” joined with “{1}”', '“{0}”을(를) “{1}”와(과) 이음'],
];
