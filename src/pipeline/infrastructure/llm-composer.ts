import { Injectable } from '@nestjs/common';
import { WriteAnswer } from '../../llm/application/write-answer.js';
import { ComposedAnswer, Composer, ComposeRequest, LlmUsage } from '../domain/composer.js';
import { Evidence } from '../domain/evidence.js';

/** The llm feature as the pipeline's composer. */
@Injectable()
export class LlmComposer extends Composer {
  constructor(private readonly writeAnswer: WriteAnswer) {
    super();
  }

  idleUsage(): LlmUsage {
    return {
      provider: this.writeAnswer.provider,
      model: this.writeAnswer.model,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    };
  }

  async compose(request: ComposeRequest, signal: AbortSignal): Promise<ComposedAnswer> {
    const passages: Evidence[] = [...new Set(request.sentences.map((s) => s.evidence))];
    const written = await this.writeAnswer.execute(
      {
        question: request.question,
        language: request.language,
        depth: request.depth,
        passages: passages.map((p) => ({ title: p.title, section: p.section, text: p.text })),
        quotables: request.sentences.map(({ evidence, sentence, support }) => ({
          passage: passages.indexOf(evidence),
          start: sentence.start,
          end: sentence.end,
          support,
          shares: sentence.shares.map((share, i) => Math.max(share, evidence.headingShares[i] ?? 0)),
        })),
      },
      signal,
    );
    const citations = written.citations.flatMap((c) => {
      const passage = passages[c.passage];
      return passage === undefined
        ? []
        : [{ start: c.start, end: c.end, chunkId: passage.chunkId, quoteStart: c.quoteStart, quoteEnd: c.quoteEnd }];
    });
    return {
      text: written.text,
      citations,
      usage: written.usage,
      degraded: written.degraded,
      abstained: written.abstained,
    };
  }
}
