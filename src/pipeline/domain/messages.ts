import { Language } from '../../shared/domain/language.js';

/** Fixed texts of answers, in the question's language; the one place that holds them. */
export const MESSAGES: Readonly<
  Record<
    Language,
    {
      readonly abstain: string;
      readonly greeting: string;
      readonly unavailable: string;
      /** Between a draft and its answer, where what was shown cannot be taken back. */
      readonly replaced: string;
    }
  >
> = {
  en: {
    abstain: 'The documents that you may see do not answer this question.',
    greeting: 'Hello. Ask me about the documents: I answer with their own words and say where they stand.',
    unavailable: 'The answer writer is unavailable; these passages were found:',
    replaced: 'The text above does not count. The answer is:',
  },
  ko: {
    abstain: '볼 수 있는 문서에서 이 질문의 답을 찾지 못했습니다.',
    greeting: '안녕하세요. 문서에 관해 물어보시면 원문을 그대로 인용하여 답하고 그 출처를 알려 드립니다.',
    unavailable: '답변 작성기를 지금 쓸 수 없어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
    replaced: '위의 글은 답이 아닙니다. 답은 다음과 같습니다:',
  },
};
