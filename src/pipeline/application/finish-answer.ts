import { Injectable } from '@nestjs/common';
import { attachSources, Citation, Source, toSource } from '../domain/answer.js';
import { ComposedAnswer, ComposedFindings, Composer, LlmUsage } from '../domain/composer.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { abstainedConfidence, confidence } from '../domain/confidence.js';
import { countIndependent } from '../domain/copied-passages.js';
import { findCorroboration } from '../domain/corroboration.js';
import { MESSAGES } from '../domain/messages.js';
import { nearestPassages, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { editionsNote } from '../domain/edition-notes.js';
import { smallTalkOf } from '../domain/small-talk.js';

/** The cost and the findings of a writer whose answer is not used. */
interface AskedWriter {
  readonly usage: LlmUsage;
  readonly degraded: readonly string[];
  readonly findings?: ComposedFindings | undefined;
}

/** From this probability of an answer on, key words after a greeting are about the documents. */
const NEAR = 0.2;

/** Converts a writer's text to an answer with its sources, or to the statement that the documents do not answer. */
@Injectable()
export class FinishAnswer {
  constructor(private readonly composer: Composer) {}

  /** The answer with its sources, its citations and its confidence. */
  cite(composed: ComposedAnswer, retrieved: RetrievedEvidence): Composition {
    const { sources, citations } = this.withCorroboration(attachSources(composed, retrieved.evidence), retrieved);
    const top = Math.max(0, ...sources.map((s) => s.score));
    const byChunk = new Map(retrieved.evidence.map((passage) => [passage.chunkId, passage]));
    const passages = sources.flatMap(({ chunkId }) => byChunk.get(chunkId) ?? []);
    return {
      response: composed.text,
      sources,
      citations,
      confidence: confidence(top, countIndependent(passages)),
      degraded: composed.degraded,
      usage: composed.usage,
      abstained: false,
      composed,
      findings: composed.findings,
    };
  }

  /** @param asked cost and findings of the writer; absent if it was not called */
  abstain({ analysed, retrieved }: Pick<CompositionDraft, 'analysed' | 'retrieved'>, asked?: AskedWriter): Composition {
    const isNear = analysed.courtesy !== undefined && retrieved.answerability.probability >= NEAR;
    const isSmallTalk = retrieved.needless || (analysed.intent === 'general' && !isNear);
    const messages = MESSAGES[analysed.language];
    const top = Math.max(0, ...retrieved.evidence.map((e) => e.score));
    return {
      response: isSmallTalk
        ? messages.smallTalk[analysed.courtesy ?? smallTalkOf(analysed.question)]
        : (editionsNote(retrieved, analysed.language) ?? messages.abstain),
      sources: [],
      citations: [],
      confidence: abstainedConfidence(top, 0),
      degraded: asked?.degraded ?? [],
      usage: asked?.usage ?? this.composer.idleUsage(),
      abstained: true,
      isSmallTalk,
      nearest: isSmallTalk ? [] : nearestPassages(retrieved),
      composed: undefined,
      findings: asked?.findings,
    };
  }

  /** Another document that says the same as a quoted sentence is also a source: two documents that agree count as two. */
  private withCorroboration(
    answer: { sources: Source[]; citations: Citation[] },
    retrieved: RetrievedEvidence,
  ): { sources: Source[]; citations: Citation[] } {
    const [source] = answer.sources;
    const from = retrieved.evidence.find((e) => e.chunkId === source?.chunkId);
    if (source === undefined || from === undefined || answer.sources.length > 1) return answer;
    for (const citation of answer.citations) {
      const quote = from.text.slice(citation.quoteStart - from.start, citation.quoteEnd - from.start);
      const found = findCorroboration(quote, from, retrieved.evidence);
      if (found === undefined) continue;
      const { evidence, sentence } = found;
      const second = toSource(evidence, 2, { from: sentence.start, to: sentence.end, corroborating: true });
      const cited = { ...citation, sourceN: 2, quoteStart: second.start, quoteEnd: second.end };
      return { sources: [source, second], citations: [...answer.citations, cited] };
    }
    return answer;
  }
}
