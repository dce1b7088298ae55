import type { EmbeddedTexts } from '../domain/text-embeddings.js';
import { EmbeddingListDto } from './openai-answer.dto.js';

/** 32-bit floats, little-endian, as base64: the default of OpenAI's clients. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length);
  vector.forEach((value, i) => bytes.writeFloatLE(value, 4 * i));
  return bytes.toString('base64');
}

export function toEmbeddingList(
  { model, vectors, tokens }: EmbeddedTexts,
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
