import type { OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../../../config/environment.js';
import { Reranker, RerankerSetting } from '../domain/reranker.js';
import { HttpReranker } from './http-reranker.js';
import { LocalReranker } from './local-reranker.js';

/** The reranker of the environment. */
export class SettingsReranker extends RerankerSetting implements OnApplicationShutdown {
  private constructor(
    readonly model: Reranker | undefined,
    readonly timeoutMs: number,
    private readonly local: LocalReranker | undefined,
  ) {
    super();
  }

  /** @throws ConfigurationError if the local model cannot be used */
  static async open(environment: Environment): Promise<SettingsReranker> {
    const timeoutMs = environment.RERANKER_TIMEOUT_MS * environment.PIPELINE_TIMEOUT_MULTIPLIER;
    const { RERANKER_BASE_URL: baseUrl, RERANKER_API_KEY: apiKey, RERANKER_MODEL: model } = environment;
    if (environment.RERANKER === 'local') {
      const local = await LocalReranker.open({ model, dataDir: environment.DATA_DIR });
      return new SettingsReranker(local, timeoutMs, local);
    }
    if (environment.RERANKER === 'http' && baseUrl !== undefined)
      return new SettingsReranker(new HttpReranker({ baseUrl, apiKey, model }), timeoutMs, undefined);
    return new SettingsReranker(undefined, timeoutMs, undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.local?.onApplicationShutdown();
  }
}
