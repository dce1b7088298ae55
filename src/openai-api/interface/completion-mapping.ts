import { documentUrl } from '../../shared/domain/base-url.js';
import type { CitedSpan, CompletedAnswer, TokenUsage } from '../domain/completion.js';
import {
  ChatCompletionDto,
  CompletionAnnotationDto,
  CompletionUsageDto,
  EmbeddingListDto,
} from './openai-answer.dto.js';
import { EmbeddedTexts } from '../../search/application/embed-texts.js';

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
    .map(({ start, end, title, url, documentId, edition, quote }) => ({
      type: 'url_citation',
      url_citation: {
        url: url ?? documentUrl(base, documentId, quote),
        title,
        start_index: start,
        end_index: end,
      },
      edition,
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

/** 32-bit floats, little-endian, as base64: the default of OpenAI's clients. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length);
  vector.forEach((value, i) => bytes.writeFloatLE(value, 4 * i));
  return bytes.toString('base64');
}

export function toEmbeddingList(
  { model, vectors, terms: tokens }: EmbeddedTexts,
  format: 'float' | 'base64',
): EmbeddingListDto {
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: format === 'base64' ? toBase64(vector) : [...vector],
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
