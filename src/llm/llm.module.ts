import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { WriteAnswer } from './application/write-answer.js';
import { AnswerWriter } from './domain/answer-writer.js';
import { ExtractiveWriter } from './infrastructure/extractive-writer.js';
import { OpenAiWriter } from './infrastructure/openai-writer.js';

const OPENAI_URL = 'https://api.openai.com/v1';
/** Google's endpoint that speaks the API of OpenAI. */
const GEMINI_URL = 'https://generativelanguage.googleapis.com/v1beta/openai/';
const OPENAI_MODEL = 'gpt-4o-mini';
const GEMINI_MODEL = 'gemini-2.5-flash-lite';

/** The writer that the environment names; it has already refused those that this version does not have. */
function answerWriter(environment: Environment): AnswerWriter {
  const extractive = new ExtractiveWriter();
  const provider = environment.LLM_PROVIDER;
  const timeoutMs = environment.LLM_TIMEOUT_MS * environment.PIPELINE_TIMEOUT_MULTIPLIER;
  if (provider === 'openai') {
    const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: own, LLM_MODEL: model = OPENAI_MODEL } = environment;
    return new OpenAiWriter(
      { provider, model, apiKey, baseUrl: own ?? OPENAI_URL, listPrices: own === undefined, timeoutMs },
      extractive,
    );
  }
  if (provider === 'gemini') {
    const { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: own, LLM_MODEL: model = GEMINI_MODEL } = environment;
    return new OpenAiWriter(
      { provider, model, apiKey, baseUrl: own ?? GEMINI_URL, listPrices: own === undefined, timeoutMs },
      extractive,
    );
  }
  return extractive;
}

/** Answer writers (LLM_PROVIDER). */
@Module({
  providers: [WriteAnswer, { provide: AnswerWriter, inject: [Environment], useFactory: answerWriter }],
  exports: [WriteAnswer],
})
export class LlmModule {}
