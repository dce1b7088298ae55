import { Injectable } from '@nestjs/common';
import { WriteAnswer } from '../../llm/application/write-answer.js';
import { FoundInstruction, findInstructions } from '../../llm/domain/instructions.js';
import { LanguageModelError, ModelFailure } from '../../llm/domain/language-model.js';
import { WriteRequest, WrittenAnswer } from '../../llm/domain/written-answer.js';
import {
  ComposedAnswer,
  Composer,
  ComposerError,
  ComposeRequest,
  LlmUsage,
  WriterFailure,
  WritingListener,
} from '../domain/composer.js';
import { Evidence } from '../domain/evidence.js';
import { CompleteText } from '../../llm/application/complete-text.js';
import { ModelPrompt, TextCompletion, TextCompletionError } from '../domain/component.js';

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

  instructionsIn(text: string): readonly FoundInstruction[] {
    return findInstructions(text);
  }

  async compose(request: ComposeRequest, signal: AbortSignal, listener?: WritingListener): Promise<ComposedAnswer> {
    const passages: Evidence[] = [...new Set(request.sentences.map((s) => s.evidence))];
    const written = await this.write(
      {
        question: request.question,
        language: request.language,
        depth: request.depth,
        corrections: request.corrections,
        passages: passages.map((p) => ({ title: p.title, section: p.section, document: p.documentId, text: p.text })),
        candidateSentences: request.sentences.map(({ evidence, sentence, support, isWhole = false }) => ({
          passage: passages.indexOf(evidence),
          start: sentence.start,
          end: sentence.end,
          support,
          shares: sentence.shares.map((share, i) => Math.max(share, evidence.headingShares[i] ?? 0)),
          isWhole,
        })),
      },
      signal,
      listener,
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
      findings: {
        ...written.findings,
        instructions: written.findings.instructions.flatMap(({ passage, start, end, kind }) => {
          const from = passages[passage];
          if (from === undefined) return [];
          return [{ chunkId: from.chunkId, start: from.start + start, end: from.start + end, kind }];
        }),
      },
    };
  }

  private async write(
    request: WriteRequest,
    signal: AbortSignal,
    listener: WritingListener | undefined,
  ): Promise<WrittenAnswer> {
    try {
      return await this.writeAnswer.write(request, signal, listener?.text, listener?.begun);
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      throw new ComposerError(error.message, FAILURES[error.failure] ?? 'failed');
    }
  }
}

const FAILURES: Readonly<Partial<Record<ModelFailure, WriterFailure>>> = {
  late: 'late',
  silent: 'silent',
  busy: 'busy',
  circuit_open: 'resting',
};

/** Adapter of the llm feature's model for the prompts of components. */
@Injectable()
export class LlmTextCompletion extends TextCompletion {
  constructor(private readonly completeText: CompleteText) {
    super();
  }

  get available(): boolean {
    return this.completeText.available;
  }

  async complete(
    prompt: ModelPrompt,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage: LlmUsage }> {
    try {
      return await this.completeText.complete(prompt, signal);
    } catch (error) {
      if (error instanceof LanguageModelError) throw new TextCompletionError(error.message);
      throw error;
    }
  }
}
