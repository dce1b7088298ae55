import type { OnApplicationShutdown } from '@nestjs/common';
import { ConfigurationError } from '../../../../config/environment.js';
import { StoppedError, raceAbort, withinLimit } from '../../../../shared/infrastructure/with-timeout.js';
import { Embedder, EmbeddingUnavailableError, type EmbedOptions } from '../../domain/embedder.js';
import { DEFAULT_EMBEDDING_MODEL, findModel, weightsOf } from '../../../infrastructure/models/model-folder.js';
import { requirePeer, messageOf } from '../../../infrastructure/models/model-peer.js';
import { ModelThread } from '../../../infrastructure/models/model-thread.js';
import { batchesOf, cutText } from '../../../infrastructure/models/text-batches.js';
import { nameWithPrefixes, prefixesFor, type TextPrefixes } from './text-prefixes.js';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { ModelFiles } from '../../../infrastructure/models/model-task.js';

/**
 * Twelve hexadecimal digits over everything that determines a model's vectors. A folder with replaced files is another
 * model, whose vectors must not be compared with those of the old one.
 */
export async function modelFingerprint(files: ModelFiles): Promise<string> {
  const hash = createHash('sha256').update(files.pooling);
  for (const name of ['tokenizer.json', 'tokenizer_config.json', ...weightsOf(files)]) {
    for await (const part of createReadStream(path.join(files.folder, name), { highWaterMark: 1 << 20 })) {
      if (part instanceof Uint8Array) hash.update(part);
    }
  }
  return hash.digest('hex').slice(0, 12);
}

export interface LocalEmbedderSettings {
  /** A folder, or a name such as `intfloat/multilingual-e5-small`, which is the default. */
  readonly model: string | undefined;
  readonly dataDir: string;
  /** Prefixes of texts, by the name of the model; if left out, those of the name. */
  readonly prefixes?: (model: string) => TextPrefixes;
  /** Time limit for a question's vector. Passages have no limit. */
  readonly timeoutMs: number;
}

/**
 * Small batches, since a question waits for the running batch. Twelve layers of the default model's size (random
 * weights, 32 bits) took about 0.6 ms of processor time per token: this is about 400 English or 900 Korean tokens, a
 * quarter or half of a second.
 */
const LIMITS = { texts: 8, paddedLength: 1_500 };
/** 512 tokens end well before this in any language; tokenising more would be wasted. */
const MAX_LENGTH = 8_000;

interface OpenModel {
  readonly thread: ModelThread;
  readonly name: string;
  readonly dimensions: number;
  readonly prefixes: TextPrefixes;
}

/**
 * Embeddings of an ONNX model on this machine, in a worker thread; requires the optional peer and the model's files.
 */
export class LocalEmbedder extends Embedder implements OnApplicationShutdown {
  readonly model: string;
  readonly dimensions: number;

  private constructor(
    private readonly open: OpenModel,
    private readonly timeoutMs: number,
  ) {
    super();
    this.model = open.name;
    this.dimensions = open.dimensions;
  }

  /**
   * Loads the model and tests it.
   * @throws ConfigurationError with one line if the package or the model is missing or unsuitable
   */
  static async open(settings: LocalEmbedderSettings): Promise<LocalEmbedder> {
    requirePeer('EMBEDDING_PROVIDER');
    const model = settings.model ?? DEFAULT_EMBEDDING_MODEL;
    const files = findModel('embedding', { model, dataDir: settings.dataDir });
    const thread = new ModelThread(files);
    try {
      const trial = { texts: ['text'], question: undefined };
      const [vector] = await thread.run(trial, { urgent: true, signal: undefined });
      const prefixes = (settings.prefixes ?? prefixesFor)(model);
      const name = nameWithPrefixes(`local:${model}@${await modelFingerprint(files)}`, prefixes);
      return new LocalEmbedder({ thread, name, dimensions: vector?.length ?? 0, prefixes }, settings.timeoutMs);
    } catch (error) {
      await thread.close();
      throw new ConfigurationError([`EMBEDDING_MODEL: ${model} cannot be used: ${messageOf(error)}`]);
    }
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const prefixed = texts.map((text) => this.open.prefixes[options.purpose] + cutText(text, MAX_LENGTH));
    const { signal } = options;
    try {
      if (options.purpose === 'passage') return await raceAbort(signal, this.embedAll(prefixed, false, signal));
      return await withinLimit(this.timeoutMs, signal, (stop) => raceAbort(stop, this.embedAll(prefixed, true, stop)));
    } catch (error) {
      if (signal?.aborted === true) throw new EmbeddingUnavailableError('the request was cancelled');
      throw new EmbeddingUnavailableError(
        error instanceof StoppedError ? `it took longer than ${this.timeoutMs} ms` : messageOf(error),
      );
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.open.thread.close();
  }

  private async embedAll(
    texts: readonly string[],
    urgent: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const vectors = new Array<Float32Array>(texts.length);
    for (const batch of batchesOf(texts, LIMITS, 'by-length')) {
      const task = { texts: batch.map((index) => texts[index] ?? ''), question: undefined };
      const rows = await this.open.thread.run(task, { urgent, signal });
      batch.forEach((index, position) => {
        const row = rows[position];
        if (row?.length !== this.dimensions) throw new Error('the model gave a vector of another width');
        vectors[index] = row;
      });
    }
    return vectors;
  }
}
