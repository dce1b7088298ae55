import { Injectable } from '@nestjs/common';
import { PipelineSandbox, PipelineSandboxes } from '../../../pipeline/application/pipeline-sandboxes.js';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { Paraphrases } from '../../../search/query/domain/paraphrases/paraphrase.js';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { dot } from '../../../shared/domain/dot-product.js';
import { knownVerbs } from '../../../text/korean/spoken-verbs.js';
import { Vocabulary } from '../../../text/tokens/whole-words.js';
import {
  Patch,
  RankedQuestion,
  TrialCaller,
  TrialQuestion,
  TrialRanking,
  ExperimentSandbox,
  ExperimentSandboxes,
} from '../domain/experiment-sandbox.js';
import { TargetAnswer, TargetError } from '../../domain/rag-target.js';
import { filterOf, targetScopeOf } from '../../domain/session-scope.js';
import { switchedOff, toTargetAnswer, TOP_K } from '../../targets/infrastructure/target-answer.js';

class PipelineExperimentSandbox extends ExperimentSandbox {
  constructor(
    private readonly pipeline: PipelineSandbox,
    private readonly caller: TrialCaller,
    private readonly meaning: MeaningSource,
    private readonly paraphrases: Paraphrases,
  ) {
    super();
  }

  use(patch: Patch): Promise<void> {
    return this.pipeline.use(patch);
  }

  async ask(question: TrialQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const { message, asOf, off, handed, topK, history } = question;
    const started = performance.now();
    const request = {
      message,
      conversationId: undefined,
      owner: this.caller.owner,
      filter: this.filter(question),
      asOf,
      topK: topK ?? TOP_K,
      switches: switchedOff(off),
      history,
    };
    try {
      const { answer, events } = await this.pipeline.answer(request, signal, handed);
      return toTargetAnswer(answer, events, performance.now() - started);
    } catch (error) {
      if (error instanceof DomainError) throw new TargetError(error.message);
      throw error;
    }
  }

  async rank(question: RankedQuestion, signal: AbortSignal): Promise<TrialRanking> {
    const { message, asOf, topK } = question;
    const filter = this.filter(question);
    return this.pipeline.rank({ question: message, filter, asOf, topK: topK ?? TOP_K }, signal);
  }

  async nearness(word: string, others: readonly string[]): Promise<readonly number[]> {
    const meaning = await this.meaning.load();
    const own = meaning.embed(word);
    return others.map((other) => dot(own, meaning.embed(other)));
  }

  async verbs(text: string): Promise<readonly string[]> {
    const vocabulary = await this.vocabulary();
    return knownVerbs(text, (word) => vocabulary.has(word));
  }

  async vocabulary(): Promise<Vocabulary> {
    const meaning = await this.meaning.load();
    return { has: (word) => meaning.isWord?.(word) === true };
  }

  namesOf(word: string): readonly string[] {
    return this.paraphrases.in(word).flatMap(({ meanings }) => meanings.map(({ text }) => text));
  }

  private filter({ isWidened }: Pick<TrialQuestion, 'isWidened'>): CategoryFilter {
    return filterOf(isWidened === true ? this.caller.scope : targetScopeOf(this.caller));
  }

  close(): Promise<void> {
    return this.pipeline.close();
  }
}

/** Sandboxes of this system's pipeline. */
@Injectable()
export class PipelineExperimentSandboxes extends ExperimentSandboxes {
  constructor(
    private readonly sandboxes: PipelineSandboxes,
    private readonly meaning: MeaningSource,
    private readonly paraphrases: Paraphrases,
  ) {
    super();
  }

  async open(caller: TrialCaller): Promise<ExperimentSandbox> {
    return new PipelineExperimentSandbox(await this.sandboxes.open(), caller, this.meaning, this.paraphrases);
  }
}
