import { Language } from '../../text/language.js';
import { WriterFailure } from './composer.js';
import { COMPONENTS } from './trace.js';

/** Why an answer is degraded, in words for its reader. */
export interface DegradedReason {
  /** As `degraded` names it. */
  readonly part: string;
  readonly message: string;
}

type Reasons = Readonly<Record<Language, string>>;

const WRITER: Readonly<Record<WriterFailure, Reasons>> = {
  late: {
    en: 'The language model did not answer in time. Passages of the documents are quoted instead.',
    ko: '언어 모델이 제한 시간 안에 답하지 못했습니다. 대신 문서의 원문을 인용했습니다.',
  },
  silent: {
    en: 'The language model stopped in the middle of its answer. Passages of the documents are quoted instead.',
    ko: '언어 모델이 답변 도중에 멈추었습니다. 대신 문서의 원문을 인용했습니다.',
  },
  busy: {
    en: 'The language model has too many questions at the moment. Passages of the documents are quoted instead.',
    ko: '언어 모델에 요청이 몰려 있습니다. 대신 문서의 원문을 인용했습니다.',
  },
  resting: {
    en: 'The language model failed repeatedly and is retried later. Passages of the documents are quoted instead.',
    ko: '언어 모델이 거듭 실패하여 잠시 사용하지 않습니다. 대신 문서의 원문을 인용했습니다.',
  },
  failed: {
    en: 'The language model could not be reached or gave an error. Passages of the documents are quoted instead.',
    ko: '언어 모델에 연결하지 못했거나 오류가 났습니다. 대신 문서의 원문을 인용했습니다.',
  },
};

const PARTS: Readonly<Record<string, Reasons>> = {
  llm_busy: {
    en: 'Try again in a moment.',
    ko: '잠시 후 다시 질문해 주십시오.',
  },
  llm_uncited: {
    en: 'Nothing that the language model wrote could be found in the documents. Their own sentences are quoted instead.',
    ko: '언어 모델이 쓴 내용을 문서에서 확인할 수 없었습니다. 대신 문서의 문장을 인용했습니다.',
  },
  llm_unfinished: {
    en: 'The language model ran out of room before it came to its answer. Sentences of the documents are quoted instead.',
    ko: '언어 모델이 답에 이르기 전에 출력 한도에 이르렀습니다. 대신 문서의 문장을 인용했습니다.',
  },
  cost_guard: {
    en: 'The budget for the language model is used up. Sentences of the documents are quoted instead.',
    ko: '언어 모델의 예산을 다 썼습니다. 대신 문서의 문장을 인용했습니다.',
  },
  embedding: {
    en: 'The search by meaning was not available. The documents were searched by their words.',
    ko: '의미 검색을 사용할 수 없어 단어로만 검색했습니다.',
  },
  vector_index: {
    en: 'The search by meaning is being prepared. The documents were searched by their words.',
    ko: '의미 검색을 준비하는 중이어서 단어로만 검색했습니다.',
  },
  cbr: {
    en: 'Earlier cases could not be looked up.',
    ko: '이전 사례를 조회하지 못했습니다.',
  },
  reranker: {
    en: 'The model that orders the results was not available. They are in the order of the search.',
    ko: '순위 모델을 사용할 수 없어 검색 순서를 그대로 사용했습니다.',
  },
  taxonomy: {
    en: 'The taxonomy service was not available. The last known categories were used.',
    ko: '분류 체계 서비스에 연결하지 못하여 마지막으로 확인한 분류를 사용했습니다.',
  },
  store: {
    en: 'The conversation could not be saved. A follow-up question will not know this one.',
    ko: '대화를 저장하지 못했습니다. 이어지는 질문은 이 질문을 알지 못합니다.',
  },
};

/** A component that continued without the language model. */
const componentReasons = (name: string): Reasons => ({
  en: `An optional step with the language model was left out (${name}): it failed or had no time.`,
  ko: `언어 모델을 쓰는 선택 단계(${name})가 실패했거나 시간이 부족하여 건너뛰었습니다.`,
});

function reasonsOf(part: string, failure: WriterFailure | undefined): Reasons {
  if (part === 'llm') return WRITER[failure ?? 'failed'];
  if (COMPONENTS.some((name) => name === part)) return PARTS[part] ?? componentReasons(part);
  return PARTS[part] ?? { en: `The part '${part}' was not available.`, ko: `'${part}' 기능을 사용할 수 없었습니다.` };
}

/** The reasons of all unavailable parts, in the language of the question, without duplicates. */
export function degradedReasons(
  parts: readonly string[],
  language: Language,
  failure: WriterFailure | undefined,
): DegradedReason[] {
  return [...new Set(parts)].map((part) => ({ part, message: reasonsOf(part, failure)[language] }));
}
