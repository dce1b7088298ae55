import { answerableProbability } from '../domain/confidence.js';
import { Answer, Citation, needsReview, Source, NearestPassage } from '../domain/answer.js';
import { Edition } from '../domain/edition.js';
import { ComposedFindings } from '../domain/composer.js';
import { degradedReasons } from '../domain/degraded-reasons.js';

/** The route of the file, with the page that viewers of PDF open. */
function originalUrl({ documentId, place }: Source): string {
  const page = place === undefined ? '' : `#page=${place.page}`;
  return `/documents/${encodeURIComponent(documentId)}/original${page}`;
}

/** Where the quote is in its file. */
function describePlace(source: Source) {
  const { place, isFromFile } = source;
  return {
    ...(place === undefined ? {} : { page: place.page }),
    ...(place?.box === undefined ? {} : { box: [...place.box] }),
    ...(isFromFile === true ? { original_url: originalUrl(source) } : {}),
  };
}

export const describeEdition = (edition: Edition | undefined) =>
  edition === undefined
    ? null
    : { label: edition.label, effective_from: edition.effectiveFrom, effective_to: edition.effectiveTo };

/** A source in the field names of the contract; a conversation keeps it in them. */
export function describeSource(source: Source) {
  return {
    n: source.n,
    doc_id: source.documentId,
    chunk_id: source.chunkId,
    title: source.title,
    ...(source.section === undefined ? {} : { section: source.section }),
    url: source.url,
    date: source.date,
    version: source.version,
    edition: describeEdition(source.edition),
    canonical_path: [...source.canonicalPath],
    quote: source.quote,
    score: source.score,
    start: source.start,
    end: source.end,
    ...describePlace(source),
    ...(source.corroborating ? { corroborating: true } : {}),
  };
}

/** A citation in the field names of the contract. */
export function describeCitation(citation: Citation) {
  return {
    start: citation.start,
    end: citation.end,
    source_n: citation.sourceN,
    quote_start: citation.quoteStart,
    quote_end: citation.quoteEnd,
  };
}

function describeFindings(findings: ComposedFindings) {
  return {
    uncited: findings.uncited.map(({ start, end }) => ({ start, end })),
    dropped_citations: findings.droppedCitations,
    left_out: findings.leftOut,
    prompt_leaks: findings.leaks,
    removed_addresses: findings.removedAddresses,
    instructions: findings.instructions.map(({ chunkId, start, end, kind }) => ({
      chunk_id: chunkId,
      start,
      end,
      kind,
    })),
  };
}

function describeNearest({ documentId, chunkId, title, section, url }: NearestPassage) {
  return { doc_id: documentId, chunk_id: chunkId, title, ...(section === undefined ? {} : { section }), url };
}

/**
 * An answer in the field names of the contract, as /chat/run returns it.
 * @param message as the client sent it
 * @param reviewBelow review threshold of the agent that answered, if one did
 */
export function describeAnswer(answer: Answer, message: string, reviewBelow?: number) {
  const { nearest = [] } = answer;
  return {
    response: answer.response,
    conversation_id: answer.conversationId,
    sources: answer.sources.map(describeSource),
    citations: answer.citations.map(describeCitation),
    confidence: answer.confidence,
    taxonomy_version: answer.taxonomyVersion,
    latency: answer.latencyS,
    metadata: {
      intent: answer.intent,
      language: answer.language,
      ...(answer.audience === undefined ? {} : { audience: answer.audience }),
      ...(answer.period === undefined ? {} : { period: { ...answer.period } }),
      step_timings: { ...answer.stepTimingsS },
      degraded: [...answer.degraded],
      ...(answer.degraded.length === 0
        ? {}
        : { degraded_reasons: degradedReasons(answer.degraded, answer.language, answer.writerFailure) }),
      llm: {
        provider: answer.llm.provider,
        model: answer.llm.model,
        input_tokens: answer.llm.inputTokens,
        output_tokens: answer.llm.outputTokens,
        cost_usd: answer.llm.costUsd,
      },
      abstained: answer.abstained,
      ...(answer.isSmallTalk === true ? { reply: 'small_talk' } : {}),
      ...(answer.findings === undefined ? {} : { writer_check: describeFindings(answer.findings) }),
      ...(answer.factCheck === undefined ? {} : { fact_check: { ...answer.factCheck } }),
      ...(reviewBelow === undefined ? {} : { needs_review: needsReview(answer, reviewBelow) }),
      ...(nearest.length === 0 ? {} : { nearest: nearest.map(describeNearest) }),
      calibrated_confidence: answer.answerability.probability,
      answerable_probability: answerableProbability(answer.answerability.probability),
      trace_id: answer.traceId,
      ...(answer.completedQuestion === message ? {} : { completed_question: answer.completedQuestion }),
    },
  };
}

/** The same for the other endpoints, /v1 and MCP, which have only the calibrated confidence. */
export function describeForPrograms(answer: Answer, message: string, reviewBelow?: number) {
  return { ...describeAnswer(answer, message, reviewBelow), confidence: answer.answerability.probability };
}
