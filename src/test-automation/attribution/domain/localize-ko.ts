import { sentencesInKorean } from '../../../text/korean/translated-sentences.js';
import { CAUSES_IN_KOREAN } from './korean-causes.js';
import { EXPLAINED_IN_KOREAN } from './korean-explanations.js';
import { FOUND_IN_KOREAN } from './korean-findings.js';
import { REMEDIES_IN_KOREAN } from './korean-remedies.js';

/** Results of the components' own cases and of their contribution, in Korean; see `korean-findings`. */
const MEASURED_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  // The components' own cases.
  ['not available: no language model is configured', '제공되지 않음: 언어 모델이 설정되지 않았다'],
  [
    'not available: the system under test is another one, whose components cannot be reached',
    '제공되지 않음: 시험 대상이 다른 시스템이라 컴포넌트에 닿을 수 없다',
  ],
  ['“{0}” is {1}', '“{0}”의 의도는 {1}'],
  ['“{0}” after “{1}” is about {2}', '“{1}” 다음의 “{0}”은(는) {2}에 관한 것이다'],
  ['taken as “{0}”', '“{0}”(으)로 이해함'],
  ['uses no synonym that the documents distinguish from the word', '문서가 구별하는 낱말을 같은 것으로 보지 않는다'],
  [
    'in {0} of {1} headings a word is taken for another one: {2}',
    '제목 {1}개 중 {0}개에서 낱말을 다른 것으로 보았다: {2}',
  ],
  ['keeps the passage of “{0}” in sight', '“{0}”의 정답 문단을 놓치지 않는다'],
  ['brings the passage of “{0}” in sight', '“{0}”의 정답 문단을 앞으로 가져온다'],
  ['finds the passage of “{0}”', '“{0}”의 정답 문단을 찾는다'],
  ['retrieves nothing for “{0}”', '“{0}”에는 아무것도 찾지 않는다'],
  ['drops an unlikely passage, and keeps the likely one', '가망 없는 문단은 버리고 그럴듯한 문단은 남긴다'],
  [
    'expands the question of an uncertain search, and reports the added words',
    '검색이 불확실하면 질문을 넓히고 어떤 낱말인지 밝힌다',
  ],
  ['adds nothing if the words single out their passages', '낱말만으로 문단이 정해지면 아무것도 더하지 않는다'],
  ['searches for a hypothetical passage in addition to an emotional question', '감정적인 질문에는 가상 문단도 찾는다'],
  ['adds no hypothetical passage for an exact reference', '정확히 지명한 것에는 가상 문단을 만들지 않는다'],
  ['searches by words and by vectors', '낱말과 벡터로 찾는다'],
  ['does not change a good set', '좋은 결과는 그대로 둔다'],
  ['retrieves again if the set is poor, and keeps the better set', '결과가 나쁘면 다시 찾아 나은 쪽을 남긴다'],
  ['keeps the first set if the second is not better', '두 번째가 낫지 않으면 첫 결과를 남긴다'],
  ['orders the passages by their relevance', '문단을 관련도 순으로 늘어놓는다'],
  ['rejects an invented number', '지어낸 숫자를 통과시키지 않는다'],
  ['rejects an invented number in Korean', '한국어에서 지어낸 숫자를 통과시키지 않는다'],
  ['rejects a reversed comparison', '뒤바뀐 비교를 통과시키지 않는다'],
  ['keeps what the passage says in other words', '문단의 내용을 다른 말로 한 것은 남긴다'],
  ['keeps what the passage says in other words in Korean', '한국어에서 문단의 내용을 다른 말로 한 것은 남긴다'],
  ['the right passage is {0}, and {1} without the analysis ({2})', '정답 문단의 위치: {0}. 분석하지 않으면: {1}({2})'],
  ['it is {0}, and {1} without the component ({2})', '위치: {0}. 컴포넌트가 없으면: {1}({2})'],
  ['it is {0}, and {1} by words alone ({2})', '위치: {0}. 낱말로만 찾으면: {1}({2})'],
  ['not among the passages', '찾은 문단에 없음'],
  ['retrieved {0} times ({1})', '{0}번 찾음({1})'],
  ['the right passage is not among {0}', '찾은 문단에 정답 문단이 없음: {0}'],
  ['switched off in the configuration', '설정에서 꺼져 있음'],
  ['{0} (switched off in the configuration)', '{0}(설정에서 꺼져 있음)'],
  // Contribution of each component.
  ['positive', '긍정적'],
  ['negative', '부정적'],
  ['no effect', '무영향'],
  ['inactive', '발동하지 않음'],
  ['inconclusive', '판단할 수 없음'],
  [
    'Leave-one-out gives 0 to both of two components that do the same: each stands in for the other. The tiers factorial and shapley share their effect out.',
    '하나씩 빼는 방법은 같은 일을 하는 두 컴포넌트에 모두 0을 준다. 서로가 서로를 대신하기 때문이며, factorial과 shapley는 그 효과를 나누어 준다.',
  ],
  [
    'Main effects of a 2^(8-4) design of resolution IV: Shapley values where interactions stop at pairs.',
    '해상도 IV인 2^(8-4) 설계의 주효과이며, 상호작용이 둘까지일 때 섀플리 값과 같다.',
  ],
  [
    'Exact Shapley values over all 256 sets; they sum to the difference between all components and none.',
    '256개 조합 전부로 구한 정확한 섀플리 값이며, 합은 모두 켠 것과 모두 끈 것의 차이와 같다.',
  ],
];

/** Every known sentence. */
export const SENTENCES = [
  ...FOUND_IN_KOREAN,
  ...CAUSES_IN_KOREAN,
  ...EXPLAINED_IN_KOREAN,
  ...REMEDIES_IN_KOREAN,
  ...MEASURED_IN_KOREAN,
];

/** A finding in Korean; unknown text and quoted values stay unchanged. */
export const inKorean = sentencesInKorean(SENTENCES);

/** A finding in the language of the reader. */
export const told = (text: string, language: 'en' | 'ko'): string => (language === 'ko' ? inKorean(text) : text);
