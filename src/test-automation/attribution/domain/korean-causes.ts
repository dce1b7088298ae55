/** Where failures come from, in Korean; see `korean-findings`. */
export const CAUSES_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  ['The fact check took out what no passage says: “{0}”.', '어느 문단에도 없는 내용이라 팩트체크가 지웠다: “{0}”.'],
  [
    'The answer says “{0}”, which is found nowhere and in no source.',
    '답변의 “{0}”은(는) 근거가 없고 어느 출처에도 없다.',
  ],
  [
    'The answer says “{0}”, which is contradicted and in no source.',
    '답변의 “{0}”은(는) 원문과 모순되고 어느 출처에도 없다.',
  ],
  ['“{0}” was taken for “{1}”, which brought up {2}.', '“{0}”을(를) “{1}”(으)로 알아들어 {2}을(를) 찾았다.'],
  ['Look at the synonyms of that word.', '그 낱말의 동의어를 살핀다.'],
  ['The target searched only {0}, which excludes {1}.', '{0} 안에서만 찾아 {1}을(를) 보지 못하였다.'],
  [
    'None of {0} questions about {1} retrieved it, though they share its words.',
    '{1}에 관한 질문 {0}개가 그 문서의 낱말을 쓰는데도 한 번도 찾지 못하였다.',
  ],
  ['Give the target the category of the document.', '대상이 그 문서의 분류를 볼 수 있게 한다.'],
  [
    'The fusion had the right passage at place {0}, and reranking left it out.',
    '융합 결과 {0}위에 있던 정답 문단을 재정렬이 빠뜨렸다.',
  ],
  ['It is off, and the right passage was not retrieved.', '꺼져 있고 정답 문단이 나오지 않았다.'],
  ['Switch it on.', '켠다.'],
  ['The right passage was not found among the {0} retrieved passages.', '찾은 문단 {0}개 가운데 정답 문단이 없다.'],
  [
    'The right passage was not found among the {0} retrieved passages; handed over, it gives the right answer.',
    '찾은 문단 {0}개 가운데 정답 문단이 없다. 그 문단을 직접 주면 바르게 답한다.',
  ],
  [
    'The right passage was not found among the {0} retrieved passages; handed over, it does not help either.',
    '찾은 문단 {0}개 가운데 정답 문단이 없다. 그 문단을 직접 주어도 바르게 답하지 못한다.',
  ],
  [
    'Another passage ({0}) was held likelier than the right one, which was at place {1}.',
    '다른 문단({0})을 정답 문단보다 그럴듯하게 보았다. 정답 문단은 {1}위였다.',
  ],
  [
    'Another passage ({0}) was held likelier than the right one: {1} against {2}.',
    '다른 문단({0})을 정답 문단보다 그럴듯하게 보았다. 점수는 {1} 대 {2}이다.',
  ],
  [
    'The decision is about another passage ({0}, {1}) than the right one ({2}).',
    '정답 문단({2})이 아니라 다른 문단({0}, {1})으로 판단하였다.',
  ],
  [
    'Look at the words that set {0} apart, and at the weights of the scores.',
    '{0}을(를) 가려내는 낱말과 점수의 가중치를 살핀다.',
  ],
  [
    'It abstained at a probability of {0}, below the threshold of {1}, though the right passage was at place {2}.',
    '정답 문단이 {2}위인데도 맞을 확률 {0}이(가) 답변 기준값 {1}보다 낮아 답하지 않았다.',
  ],
  [
    'It abstained at a probability of {0}, below the threshold of {1}, though the likeliest passage ({2}) is the right one.',
    '가장 그럴듯한 문단({2})이 정답 문단인데도 맞을 확률 {0}이(가) 답변 기준값 {1}보다 낮아 답하지 않았다.',
  ],
  [
    'The question was read as asking for “{0}”, and none of the likeliest sentences has one: the probability is limited to {1}.',
    '질문이 “{0}”을(를) 묻는다고 읽었고 가장 그럴듯한 문장들에 그런 값이 없어, 맞을 확률을 {1}(으)로 낮췄다.',
  ],
  [
    'None of the likeliest passages has the thing that the question was read to ask for: the probability is limited to {0}.',
    '질문이 묻는다고 읽은 대상이 가장 그럴듯한 문단들에 없어, 맞을 확률을 {0}(으)로 낮췄다.',
  ],
  ['Look at the rules that read what a question asks for.', '질문이 무엇을 묻는지 읽는 규칙을 살핀다.'],
  [
    'The quote of the source has the right sentence, and the answer leaves it out (“…”).',
    '출처의 인용에는 정답 문장이 있으나 답변이 그것을 줄였다(“…”).',
  ],
  [
    'The right sentence is quoted, and the answer does not give all that was asked for.',
    '정답 문장을 인용하고도 물은 것을 다 답하지 않았다.',
  ],
  [
    'The right sentence is quoted, and the answer adds what is wrong here: “{0}”.',
    '정답 문장을 인용하고 여기서는 틀린 말을 덧붙였다: “{0}”.',
  ],
  [
    'The right passage was used, and its right sentence was missed.',
    '정답 문단을 근거로 썼으나 답이 되는 문장을 놓쳤다.',
  ],
  [
    'Reranking put {0}, which the answer was taken from, before the right passage: that went from place {1} to {2}.',
    '답을 가져온 {0}을(를) 재정렬이 정답 문단 앞에 놓았다. 정답 문단은 {1}위에서 {2}위로 갔다.',
  ],
  ['The right passage was graded as irrelevant.', '정답 문단을 무관하다고 평가하였다.'],
  ['Look at the grades of self_rag in the trace.', '추적 기록에서 self_rag의 평가를 살핀다.'],
  ['It is off, and the right passage is at place {0}.', '꺼져 있고 정답 문단이 {0}위에 있다.'],
  [
    'The right passage is at place {0}, and no passage was taken for an answer.',
    '정답 문단이 {0}위이고, 어느 문단도 답으로 쓰이지 않았다.',
  ],
  [
    'The right passage is at place {0}, and the answer was taken from other passages.',
    '정답 문단이 {0}위인데 다른 문단에서 답을 가져왔다.',
  ],
  [
    'The answer has the right passage word for word: the judge disagrees with the gold.',
    '답변이 정답 문단을 그대로 옮겼다. 판정이 정답과 어긋난다.',
  ],
  ['Read the row, and correct the gold or the judge.', '그 행을 읽고 정답이나 판정을 고친다.'],
  [
    'A passage that shares words with the question was taken for one that answers it; {0}.',
    '질문과 같은 낱말이 있는 문단을 답이 되는 문단으로 보았다. {0}.',
  ],
  [
    'It answered at a probability of {0}, not below the threshold of {1}; {2}.',
    '맞을 확률 {0}이(가) 답변 기준값 {1} 이상이어서 답하였다. {2}.',
  ],
  ['no document answers the question', '이 질문에 답하는 문서는 없다'],
  [
    'the provision that answers the question is hidden from the target',
    '이 질문에 답하는 조항은 대상에게 보이지 않는다',
  ],
  ['It cites no source, and {0}.', '근거가 없다. {0}.'],
  ['It cites {0}, and {1}.', '{0}을(를) 근거로 하였다. {1}.'],
  [
    'The follow-up was completed with words of turn {0} (“{1}”), which asks about another passage.',
    '후속 질문을 {0}번째 질문(“{1}”)의 말로 보완하였으나 그 질문은 다른 문단에 관한 것이다.',
  ],
  [
    'Look at the rules that decide which earlier turn completes a follow-up.',
    '어느 앞선 질문으로 후속 질문을 보완하는지 정하는 규칙을 살핀다.',
  ],
  [
    'The follow-up was completed without {0} of the earlier turns.',
    '후속 질문을 보완하면서 앞선 대화의 {0}을(를) 빠뜨렸다.',
  ],
  [
    'Nothing was searched: the message was classified as one that does not need the documents.',
    '문서에 묻는 말이 아니라고 보아 아무것도 찾지 않았다.',
  ],
  ['Look at the rules of the intents.', '의도 규칙을 살핀다.'],
  [
    'It cites the right passage ({0}), and leaves its sentence out (“…”).',
    '정답 문단({0})을 인용하였으나 답변에서 그 문장을 줄였다(“…”).',
  ],
  ['It quotes the right passage ({0}).', '정답 문단({0})을 인용하였다.'],
  ['It quotes the right passage ({0}), and adds something else.', '정답 문단({0})을 인용하고 다른 말을 덧붙였다.'],
  [
    'It cites the right passage ({0}), and another sentence of it than the right one.',
    '정답 문단({0})을 근거로 삼았으나 답이 되는 문장이 아닌 문장을 인용하였다.',
  ],
  // Causes that a run with one change shows.
  [
    'It was never searched: it is in a category that the target does not search.',
    '찾지 않은 곳에 있다. 대상이 찾지 않는 분류의 문단이다.',
  ],
  ['The passage is in a category that the target does not search.', '대상이 찾지 않는 분류의 문단이다.'],
  [
    'Give the agent the category of {0}, or ask such questions of a target with that category.',
    '에이전트가 {0}의 분류를 보게 하거나, 그 분류를 보는 대상에게 묻는다.',
  ],
  [
    'Add the opening of such turns to followup_patterns of query_analyzer in pipeline.json.',
    '이런 말머리를 pipeline.json의 query_analyzer에 있는 followup_patterns에 더한다.',
  ],
  ['Look at the conditions of hyde in pipeline.json.', 'pipeline.json에서 hyde의 조건을 살핀다.'],
  [
    'A hypothetical passage leads to the right one, and the conditions of hyde leave the question out.',
    '가상 문단을 쓰면 정답 문단에 이르지만 hyde의 조건이 이 질문을 뺀다.',
  ],
  [
    'Widen the conditions of hyde (vague_words, vague_patterns) in pipeline.json.',
    'pipeline.json에서 hyde의 조건(vague_words, vague_patterns)을 넓힌다.',
  ],
  [
    'No pattern takes a turn that begins like {0} failed ones for a follow-up.',
    '실패한 질문 {0}개와 같은 말머리를 이어지는 질문으로 알아보는 규칙이 없다.',
  ],
  [
    'A question is vague with up to {0} words; with {1} more failures are cured.',
    '낱말 {0}개까지를 막연한 질문으로 보는데, {1}개까지로 하면 실패가 더 고쳐진다.',
  ],
  // Reasons of verdicts.
  ['It states the facts about another topic.', '다른 주제에 관한 사실을 말하였다.'],
  ['The facts are right, and none of its sources is an expected one.', '사실은 맞으나 기대한 출처가 하나도 없다.'],
  ['No synonym joins “{0}” and “{1}”; {2} with the first.', '“{0}”과(와) “{1}”을(를) 잇는 동의어가 없다({2}).'],
  [
    '{0} failed questions need a hypothetical passage and get none.',
    '실패한 질문 {0}개에 가상 문단이 필요한데 만들지 않는다.',
  ],
  ['{0} failed questions are spoiled by a hypothetical passage.', '실패한 질문 {0}개를 가상 문단이 망친다.'],
  ['{0} of {1} failures cured when it was tried.', '시험해 보니 실패 {1}건 중 {0}건이 고쳐졌다.'],
];
