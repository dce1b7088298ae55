import { CompletedAnswer } from './completion.js';
import { fitsSchema, isMembers, Members } from './json-fit.js';

/** JSON requested instead of text; with a schema, or any object. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

/**
 * An answer as one JSON object: the form without a configured language model.
 * @param schema only the members that it names are given, if they fit it; otherwise all of them
 */
export function answerAsJson({ text, details }: CompletedAnswer, schema?: AnswerSchema['schema']): string {
  const { sources, confidence, abstained, metadata } = details;
  const calibrated = isMembers(metadata) ? metadata.calibrated_confidence : undefined;
  const whole = {
    answer: text,
    sources: Array.isArray(sources) ? sources.filter(isMembers).map(sourceOf) : [],
    confidence: calibrated ?? confidence ?? 0,
    abstained: abstained === true,
  };
  const named = schema?.properties;
  if (!isMembers(named)) return JSON.stringify(whole);
  const wanted = Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(named, name)));
  return JSON.stringify(Object.keys(wanted).length > 0 && fitsSchema(wanted, schema) ? wanted : whole);
}

function sourceOf({ doc_id, title, url, quote }: Members) {
  return { document_id: doc_id, title, url, quote };
}

/** Port: converts an answer to the form of a schema with the configured language model. */
export abstract class AnswerShaper {
  /** @returns JSON that fits the schema and adds no number to the answer; undefined without a model, or if it returned no such JSON */
  abstract shape(answer: CompletedAnswer, schema: AnswerSchema, signal: AbortSignal): Promise<string | undefined>;
}
