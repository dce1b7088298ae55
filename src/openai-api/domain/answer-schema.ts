import { CompletedAnswer } from './completion.js';
import { isMembers, Members } from './json-fit.js';

/** JSON requested instead of text; with a schema, or any object. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

/** An answer as one JSON object: the form without a configured language model. */
export function answerAsJson({ text, details }: CompletedAnswer): string {
  const { sources, confidence, abstained, metadata } = details;
  const calibrated = isMembers(metadata) ? metadata.calibrated_confidence : undefined;
  return JSON.stringify({
    answer: text,
    sources: Array.isArray(sources) ? sources.filter(isMembers).map(sourceOf) : [],
    confidence: calibrated ?? confidence ?? 0,
    abstained: abstained === true,
  });
}

function sourceOf({ doc_id, title, url, quote }: Members) {
  return { document_id: doc_id, title, url, quote };
}

/** Port: converts an answer to the form of a schema with the configured language model. */
export abstract class AnswerShaper {
  /** @returns JSON that fits the schema and adds no number to the answer; undefined without a model, or if it returned no such JSON */
  abstract shape(answer: CompletedAnswer, schema: AnswerSchema, signal: AbortSignal): Promise<string | undefined>;
}
