import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'] as const;
const WORDS = ['query', 'passage', ':', 'kiln', 'fires', 'hot', 'cold', '가마', '굽는다'] as const;

/** Every token of the tiny models; the place is its id. */
export const TOKENS: readonly string[] = [...SPECIAL, ...WORDS];

/** An own direction for each token, and a padding that would spoil every mean it took part in. */
export function oneHotTable(): number[][] {
  return TOKENS.map((token, row) => TOKENS.map((_, column) => (token === '[PAD]' ? 100 : row === column ? 1 : 0)));
}

/** One weight a token, those that are not named 0; padding would spoil every sum it took part in. */
export function tokenWeights(weights: Readonly<Record<string, number>>): number[][] {
  return TOKENS.map((token) => [token === '[PAD]' ? 100 : (weights[token] ?? 0)]);
}

function template(id: string, type: number): object {
  return id === 'A' || id === 'B' ? { Sequence: { id, type_id: type } } : { SpecialToken: { id, type_id: type } };
}

function tokenizer(): object {
  const special = (id: string) => ({ id, ids: [TOKENS.indexOf(id)], tokens: [id] });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [template('[CLS]', 0), template('A', 0), template('[SEP]', 0)],
      pair: [template('[CLS]', 0), template('A', 0), template('[SEP]', 0), template('B', 1), template('[SEP]', 1)],
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
    },
  };
}

export interface TinyModel {
  readonly weights: Uint8Array;
  readonly maxTokens?: number;
  readonly quantized?: boolean;
  /** Content of `1_Pooling/config.json`. */
  readonly pooling?: object;
}

/** Writes a model's folder as it would be downloaded. */
export function writeTinyModel(folder: string, { weights, maxTokens = 16, quantized, pooling }: TinyModel): void {
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  write('config.json', JSON.stringify({ model_type: 'bert', hidden_size: TOKENS.length }));
  write('tokenizer.json', JSON.stringify(tokenizer()));
  write(
    'tokenizer_config.json',
    JSON.stringify({ tokenizer_class: 'PreTrainedTokenizerFast', pad_token: '[PAD]', model_max_length: maxTokens }),
  );
  write(quantized === true ? 'onnx/model_quantized.onnx' : 'onnx/model.onnx', weights);
  if (pooling !== undefined) write('1_Pooling/config.json', JSON.stringify(pooling));
}
