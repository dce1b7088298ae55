import type { Encoding, Model, Tokenizer } from '@huggingface/transformers';
import { paddedInputs, type TokenRow, withinLength } from './model-input.js';
import { pooled, scoreRows } from './model-output.js';
import type { ModelFiles, ModelReply, ModelTask } from './model-task.js';

/** The cost of an input is quadratic in its length, and the models here are trained up to this length. */
const MAX_TOKENS = 512;

interface Loaded {
  readonly tokenizer: Tokenizer;
  readonly model: Model;
  readonly Tensor: typeof import('@huggingface/transformers').Tensor;
  readonly maxTokens: number;
}

let loading: Promise<Loaded> | undefined;

async function load(files: ModelFiles): Promise<Loaded> {
  const library = await import('@huggingface/transformers');
  // A running server never downloads.
  library.env.allowRemoteModels = false;
  library.env.useFSCache = false;
  // Its warnings go to standard output, together with the server's own log lines; 40 keeps errors.
  library.env.logLevel = 40;
  const head = files.kind === 'embedding' ? library.AutoModel : library.AutoModelForSequenceClassification;
  const tokenizer = await library.AutoTokenizer.from_pretrained(files.folder, { local_files_only: true });
  const model = await head.from_pretrained(files.folder, {
    local_files_only: true,
    device: 'cpu',
    dtype: files.quantized ? 'q8' : 'fp32',
    use_external_data_format: files.externalData,
    // Threads that spin while waiting take the processor from requests; without spinning a batch used a third less of
    // it.
    session_options: { extra: { session: { intra_op: { allow_spinning: '0' } } } },
  });
  const maxTokens = Math.min(MAX_TOKENS, tokenizer.model_max_length);
  return { tokenizer, model, Tensor: library.Tensor, maxTokens };
}

function rowOf(encoding: Encoding): TokenRow {
  return { ids: encoding.input_ids, types: encoding.token_type_ids ?? encoding.input_ids.map(() => 0) };
}

/** Runs one batch in a worker thread; the first one loads the thread's model. */
export async function runModel(task: ModelTask): Promise<ModelReply> {
  const { files } = task;
  loading ??= load(files);
  const { tokenizer, model, Tensor, maxTokens } = await loading;
  const rows = task.texts.map((text) => {
    const [first, second] = task.question === undefined ? [text, null] : [task.question, text];
    const encoding = tokenizer(first, { text_pair: second, return_tensor: false, return_token_type_ids: true });
    return withinLength(rowOf(encoding), maxTokens);
  });
  const { width, ids, mask, types } = paddedInputs(rows, tokenizer.pad_token_id ?? 0);
  const tensor = (data: BigInt64Array) => new Tensor('int64', data, [rows.length, width]);
  const output = await model({ input_ids: tensor(ids), attention_mask: tensor(mask), token_type_ids: tensor(types) });
  if (files.kind === 'cross-encoder') return scoreRows(output['logits'], rows.length);
  const lengths = rows.map((row) => row.ids.length);
  return pooled(output['last_hidden_state'] ?? output['token_embeddings'], lengths, width, files.pooling);
}
