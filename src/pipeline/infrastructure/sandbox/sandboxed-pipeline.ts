import { Injectable } from '@nestjs/common';
import { ApplyConfigurationPatch } from '../../../config/application/apply-configuration-patch.js';
import { ActiveConfiguration } from '../../../config/domain/active-configuration.js';
import { isPatch, parseJson } from '../../../config/domain/json-patch.js';
import { SearchSandbox, SearchSandboxes } from '../../../search/application/search-sandboxes.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/text-meaning.js';
import { searchSettings } from '../../../search/ranking/domain/search-settings.js';
import { AnswerRisk } from '../../../shared/domain/answer-risk.js';
import { Clock, today } from '../../../shared/domain/clock.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { IdGenerator } from '../../../shared/domain/ids.js';
import { TaxonomyVersion } from '../../../shared/domain/taxonomy-version.js';
import { NoSpans } from '../../../shared/domain/spans.js';
import { AnalyseMessage } from '../../application/analyse-message.js';
import { AnswerQuestion, PipelineSteps } from '../../application/answer-question.js';
import { ComposeAnswer } from '../../application/compose-answer.js';
import { FactCheck } from '../../application/components/fact-check.js';
import { QueryAnalyzer } from '../../application/components/query-analyzer.js';
import { PipelineComponents } from '../../application/pipeline-components.js';
import {
  ConfigurationPatch,
  HandedPassage,
  PipelineSandbox,
  PipelineSandboxes,
  SandboxAnswer,
  SandboxQuery,
  SandboxRanking,
} from '../../application/pipeline-sandboxes.js';
import { SaveTurn } from '../../application/save-turn.js';
import { RetrieveEvidence } from '../../application/retrieve-evidence.js';
import { PipelineRunFactory, TimeoutMultiplier } from '../../application/pipeline-run-factory.js';
import { AskRequest } from '../../domain/ask-request.js';
import { TextCompletion } from '../../domain/text-completion.js';
import { Retriever } from '../../domain/retriever.js';
import { ConfiguredPipeline } from '../configured-pipeline.js';
import { SearchRetriever } from '../search-retriever.js';
import { SearchVocabulary } from '../search-vocabulary.js';
import { SandboxConversations, SandboxMeter, SandboxTraces } from './in-memory-stores.js';
import { GoldPassageRetriever } from './gold-passage-retriever.js';

/** Trials are counted nowhere, and no part of a request's trace. */
const NO_METER = new SandboxMeter();
const NO_SPANS = new NoSpans();

/** Factor of the time limits in a trial: it tests the answer, not the speed of the machine. */
const TIMES_AS_LONG = 10;

/** The writer and the checker of answers, which do not depend on the configuration. */
@Injectable()
export class SharedWriters {
  constructor(
    readonly compose: ComposeAnswer,
    readonly factCheck: FactCheck,
    readonly model: TextCompletion,
    readonly analyser: Analyser,
    readonly meanings: MeaningSource,
  ) {}
}

@Injectable()
export class SharedStamps {
  constructor(
    readonly clock: Clock,
    readonly ids: IdGenerator,
    readonly taxonomy: TaxonomyVersion,
    readonly multiplier: TimeoutMultiplier,
    readonly risk: AnswerRisk,
  ) {}
}

/** The parts that a sandbox shares with the current pipeline. */
@Injectable()
export class SharedParts {
  constructor(
    readonly writers: SharedWriters,
    readonly stamps: SharedStamps,
    readonly configuration: ActiveConfiguration,
    readonly patches: ApplyConfigurationPatch,
  ) {}
}

class SandboxedPipeline extends PipelineSandbox {
  private readonly conversations = new SandboxConversations();
  private readonly traces = new SandboxTraces();
  private readonly retriever: Retriever;
  private plain: AnswerQuestion;

  constructor(
    private readonly parts: SharedParts,
    private readonly search: SearchSandbox,
    private configuration: ActiveConfiguration,
  ) {
    super();
    this.retriever = new SearchRetriever(search.passages, parts.writers.analyser, parts.writers.meanings);
    this.plain = this.pipeline(this.retriever);
  }

  async use(patch: ConfigurationPatch): Promise<void> {
    const json = parseJson(JSON.stringify(patch));
    if (!isPatch(json)) throw new InvalidInputError([{ pointer: '/patch', detail: 'must be a JSON Patch (RFC 6902)' }]);
    const { current } = this.parts.configuration;
    const document = patch.length === 0 ? current.document : this.parts.patches.preview({ patch: json });
    await this.search.use(searchSettings(document));
    this.configuration = new ActiveConfiguration({ ...current, document, patches: [...current.patches, json] });
    this.plain = this.pipeline(this.retriever);
  }

  async answer(request: AskRequest, signal: AbortSignal, handed?: HandedPassage): Promise<SandboxAnswer> {
    const pipeline =
      handed === undefined ? this.plain : this.pipeline(new GoldPassageRetriever(this.retriever, handed));
    const answer = await pipeline.answerQuestion(request, signal);
    if (request.conversationId === undefined) await this.conversations.remove(answer.conversationId, request.owner);
    return { answer, events: this.traces.take(answer.traceId)?.events ?? [] };
  }

  async rank({ question, filter, asOf, topK }: SandboxQuery, signal: AbortSignal): Promise<SandboxRanking> {
    const { hits, query } = await this.search.passages.search({
      query: question,
      topK,
      mode: 'hybrid',
      rerank: true,
      scope: { filter, asOf: asOf ?? today(this.parts.stamps.clock) },
      signal,
    });
    return {
      passages: hits.map(({ passage }) => ({
        documentId: passage.documentId,
        chunkId: passage.chunkId,
        title: passage.title,
        section: passage.section ?? null,
        text: passage.text,
      })),
      words: query.words.map((word) => word.text),
    };
  }

  close(): Promise<void> {
    return this.search.close();
  }

  private pipeline(retriever: Retriever): AnswerQuestion {
    const { writers, stamps } = this.parts;
    const { clock, ids, taxonomy, multiplier, risk } = stamps;
    const analyzer = new QueryAnalyzer(new SearchVocabulary(this.configuration));
    const steps = new PipelineSteps(
      new AnalyseMessage(this.conversations),
      new RetrieveEvidence(retriever, clock),
      writers.compose,
      new PipelineComponents(analyzer, writers.factCheck),
    );
    const remember = new SaveTurn(this.conversations, this.traces, ids, clock, risk);
    const patience = { value: multiplier.value * TIMES_AS_LONG };
    const settings = new ConfiguredPipeline(this.configuration);
    const runs = new PipelineRunFactory(settings, writers.model, patience, NO_METER, NO_SPANS);
    return new AnswerQuestion(steps, remember, taxonomy, runs);
  }
}

/** Pipelines over the current documents, each with its own search thread and configuration. */
@Injectable()
export class SandboxedPipelines extends PipelineSandboxes {
  constructor(
    private readonly parts: SharedParts,
    private readonly searches: SearchSandboxes,
  ) {
    super();
  }

  async open(): Promise<PipelineSandbox> {
    const { current } = this.parts.configuration;
    const search = await this.searches.open(searchSettings(current.document));
    return new SandboxedPipeline(this.parts, search, new ActiveConfiguration(current));
  }
}
