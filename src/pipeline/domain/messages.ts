import { Language } from '../../shared/domain/language.js';
import { WriterFailure } from './composer.js';

/** Fixed texts of answers, in the question's language; the one place that holds them. */
export const MESSAGES: Readonly<
  Record<
    Language,
    {
      readonly abstain: string;
      readonly greeting: string;
      /** Before the passages that stand in for a writer, by why it gave no answer. */
      readonly unavailable: Readonly<Record<WriterFailure, string>>;
      /** Between a draft and its answer, where what was shown cannot be taken back. */
      readonly replaced: string;
    }
  >
> = {
  en: {
    abstain: 'The documents that you may see do not answer this question.',
    greeting: 'Hello. Ask me about the documents: I answer with their own words and say where they stand.',
    unavailable: {
      late: 'The answer writer is unavailable: it did not begin or finish in time. These passages were found:',
      silent: 'The answer writer became unavailable in the middle of its answer. These passages were found:',
      busy: 'The answer writer is unavailable: it has too many questions at the moment. These passages were found:',
      resting:
        'The answer writer is unavailable: it failed repeatedly and is asked again in a while. These passages were found:',
      failed: 'The answer writer is unavailable; these passages were found:',
    },
    replaced: 'The text above does not count. The answer is:',
  },
  ko: {
    abstain: '볼 수 있는 문서에서 이 질문의 답을 찾지 못했습니다.',
    greeting: '안녕하세요. 문서에 관해 물어보시면 원문을 그대로 인용하여 답하고 그 출처를 알려 드립니다.',
    unavailable: {
      late: '답변 작성기가 제한 시간 안에 답하지 못하여(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      silent: '답변 작성기가 답변 도중에 멈추어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      busy: '답변 작성기에 요청이 몰려 있어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      resting: '답변 작성기가 거듭 실패하여 잠시 사용하지 않으므로(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      failed: '답변 작성기를 지금 쓸 수 없어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
    },
    replaced: '위의 글은 답이 아닙니다. 답은 다음과 같습니다:',
  },
};
