import { HandedPassage } from '../../application/pipeline-sandboxes.js';
import { Evidence } from '../../domain/evidence.js';
import { Retrieval, RetrievalRequest, Retriever } from '../../domain/retriever.js';

/** Maximum number of passages of a search. */
const AS_MANY_AS_POSSIBLE = 100;

const folded = (text: string) => text.normalize('NFC').replace(/\s+/gu, '');

/** An oracle retriever: puts a given passage first, even if the search does not find it. */
export class GoldPassageRetriever extends Retriever {
  constructor(
    private readonly retriever: Retriever,
    private readonly handed: HandedPassage,
  ) {
    super();
  }

  async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const found = await this.retriever.retrieve(request, signal);
    const passage = this.in(found) ?? (await this.byItsOwnWords(request, signal));
    if (passage === undefined) return found;
    const best = Math.max(passage.score, ...found.evidence.map((e) => e.score));
    const others = found.evidence.filter((e) => e.chunkId !== passage.chunkId);
    return { ...found, evidence: [{ ...passage, score: best }, ...others].slice(0, request.topK) };
  }

  /** Uses the passage's own text as expansion text to find it. The passage is still compared with the question alone. */
  private async byItsOwnWords(request: RetrievalRequest, signal: AbortSignal): Promise<Evidence | undefined> {
    const beside = this.handed.quote;
    return this.in(await this.retriever.retrieve({ ...request, beside, topK: AS_MANY_AS_POSSIBLE }, signal));
  }

  private in({ evidence }: Retrieval): Evidence | undefined {
    const { documentId, quote } = this.handed;
    return evidence.find((e) => e.documentId === documentId && folded(e.text).includes(folded(quote)));
  }
}
