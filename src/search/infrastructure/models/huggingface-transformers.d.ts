/**
 * The part of the optional peer that is used here. Declared by hand, so that the project compiles without the package,
 * which is not part of the default install.
 */
declare module '@huggingface/transformers' {
  export class Tensor {
    constructor(type: 'int64', data: BigInt64Array, dims: readonly number[]);
    readonly data: unknown;
    readonly dims: readonly number[];
  }
  export interface Encoding {
    readonly input_ids: readonly number[];
    readonly token_type_ids?: readonly number[];
  }
  export interface Tokenizer {
    readonly model_max_length: number;
    readonly pad_token_id: number | undefined;
    (text: string, options: { text_pair: string | null; return_tensor: false; return_token_type_ids: true }): Encoding;
  }
  export type Model = (inputs: Readonly<Record<string, Tensor>>) => Promise<Readonly<Record<string, unknown>>>;
  export interface ModelOptions {
    readonly local_files_only: true;
    readonly device: 'cpu';
    readonly dtype: 'fp32' | 'q8';
    readonly use_external_data_format: boolean;
    readonly session_options: { readonly extra: Readonly<Record<string, unknown>> };
  }
  interface Loader<T, O> {
    from_pretrained(folder: string, options: O): Promise<T>;
  }
  export const AutoTokenizer: Loader<Tokenizer, { readonly local_files_only: true }>;
  export const AutoModel: Loader<Model, ModelOptions>;
  export const AutoModelForSequenceClassification: Loader<Model, ModelOptions>;
  export const env: { allowRemoteModels: boolean; useFSCache: boolean; useBrowserCache: boolean; logLevel: number };
}
