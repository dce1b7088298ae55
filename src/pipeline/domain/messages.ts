import { Language } from '../../text/language.js';
import { WriterFailure } from './composer.js';
import { SmallTalk } from './small-talk.js';

/** Fixed texts of answers, in the question's language; all are in this file. */
export const MESSAGES: Readonly<
  Record<
    Language,
    {
      readonly abstain: string;
      /** Replies to small talk. */
      readonly smallTalk: Readonly<Record<SmallTalk, string>>;
      /** Before the passages that replace a writer, by the cause of its failure. */
      readonly unavailable: Readonly<Record<WriterFailure, string>>;
      /** Between a draft and its answer, if the draft was already sent. */
      readonly replaced: string;
      /** Before the parts of a text that an edition changed. */
      readonly changes: Readonly<Record<'before' | 'after' | 'added' | 'removed', string>>;
      /** Before an answer that is not in the requested language. */
      readonly untranslated: string;
    }
  >
> = {
  en: {
    abstain: 'I did not find an answer to this question in the documents that you may see.',
    smallTalk: {
      greeting: 'Hello. Ask me about the documents: I answer with their own words and cite the source.',
      thanks: 'You are welcome. Ask again whenever the documents can help.',
      farewell: 'Goodbye.',
      identity: 'I answer questions from the documents of this service, in their own words and with their sources.',
      assent: 'All right. What would you like to know from the documents?',
      fragment: 'Please ask a whole question, and I look for its answer in the documents.',
      calculation: 'I answer only from the documents and do not calculate.',
    },
    unavailable: {
      late: 'The answer writer is unavailable: it did not begin or finish in time. These passages were found:',
      silent: 'The answer writer became unavailable in the middle of its answer. These passages were found:',
      busy: 'The answer writer is unavailable: it has too many questions at the moment. These passages were found:',
      resting:
        'The answer writer is unavailable: it failed repeatedly and is retried later. These passages were found:',
      failed: 'The answer writer is unavailable; these passages were found:',
    },
    changes: { before: 'Before', after: 'Now', added: 'Added', removed: 'Removed' },
    replaced: 'The text above does not count. The answer is:',
    untranslated:
      'A translation needs a language model, which is not available. The answer, in the words of its documents:',
  },
  ko: {
    abstain: '볼 수 있는 문서에서 이 질문의 답을 찾지 못했습니다.',
    smallTalk: {
      greeting: '안녕하세요. 문서에 관해 물어보시면 원문을 그대로 인용하여 답하고 그 출처를 알려 드립니다.',
      thanks: '도움이 되었다니 다행입니다. 더 궁금한 점이 있으면 물어보세요.',
      farewell: '안녕히 가세요. 궁금한 점이 있으면 다시 찾아 주세요.',
      identity: '저는 이 서비스의 문서에서 답을 찾아 원문과 출처를 보여 드립니다.',
      assent: '알겠습니다. 문서에서 무엇을 찾아 드릴까요?',
      fragment: '알고 싶은 내용을 문장으로 물어보시면 문서에서 답을 찾아 드립니다.',
      calculation: '문서에 있는 내용만 답하며, 계산은 하지 않습니다.',
    },
    unavailable: {
      late: '답변 작성기가 제한 시간 안에 답하지 못하여(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      silent: '답변 작성기가 답변 도중에 멈추어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      busy: '답변 작성기에 요청이 몰려 있어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      resting: '답변 작성기가 거듭 실패하여 잠시 사용하지 않으므로(unavailable) 찾은 원문을 그대로 보여 드립니다:',
      failed: '답변 작성기를 지금 쓸 수 없어(unavailable) 찾은 원문을 그대로 보여 드립니다:',
    },
    changes: { before: '이전', after: '이후', added: '신설', removed: '삭제' },
    replaced: '위의 글은 답이 아닙니다. 답은 다음과 같습니다:',
    untranslated: '번역에 필요한 언어 모델을 지금 쓸 수 없습니다. 문서의 원문으로 된 답은 다음과 같습니다:',
  },
};

/** The line before the changes of an edition: its text and its first day. */
export function changedTitle(
  after: { readonly title: string; readonly effectiveFrom: string | null },
  language: Language,
): string {
  const day = after.effectiveFrom ?? '';
  return language === 'ko' ? `${after.title} (${day}부터 바뀐 내용):` : `${after.title} (changed from ${day}):`;
}
