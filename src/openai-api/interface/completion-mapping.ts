import type { CitedSpan, CompletedAnswer, TokenUsage } from '../domain/completion.js';
import { ChatCompletionDto, CompletionAnnotationDto, CompletionUsageDto } from './openai-answer.dto.js';

/** Common fields of all parts of one completion. */
export interface CompletionHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  /** Public address of this server, without a final slash; for documents without an address. */
  readonly base: string;
}

export function toAnnotations(citations: readonly CitedSpan[], base: string): CompletionAnnotationDto[] {
  return citations
    .filter(({ start, end }) => end > start)
    .map(({ start, end, title, url, documentId }) => ({
      type: 'url_citation',
      url_citation: {
        url: url ?? `${base}/documents/${encodeURIComponent(documentId)}`,
        title,
        start_index: start,
        end_index: end,
      },
    }));
}

export function toUsage({ prompt, completion }: TokenUsage): CompletionUsageDto {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

export function toCompletion(head: CompletionHead, answer: CompletedAnswer): ChatCompletionDto {
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text,
          refusal: null,
          annotations: toAnnotations(answer.citations, head.base),
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: toUsage(answer.usage),
    touchstone: { ...answer.details },
  };
}
