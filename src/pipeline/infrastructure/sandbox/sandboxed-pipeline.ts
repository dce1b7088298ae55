import { Injectable } from '@nestjs/common';
import { ApplyConfigurationPatch } from '../../../config/application/apply-configuration-patch.js';
import { ActiveConfiguration } from '../../../config/domain/configuration-version.js';
import { isPatch, parseJson } from '../../../config/domain/json-patch.js';
import { SearchSandbox, SearchSandboxes } from '../../../search/application/search-passages.js';
import { searchSettings } from '../../../search/ranking/domain/search-settings.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { TaxonomyVersion } from '../../../shared/domain/category-path.js';
import { AnswerQuestion } from '../../application/answer-question.js';
import {
  ConfigurationPatch,
  HandedPassage,
  PipelineSandbox,
  PipelineSandboxes,
  SandboxAnswer,
  SandboxQuery,
  SandboxRanking,
} from '../../application/pipeline-sandboxes.js';
import { AskRequest } from '../../domain/answer.js';
import { Retriever } from '../../domain/retriever.js';
import { SandboxConversations, SandboxTraces } from './in-memory-stores.js';
import { GoldPassageRetriever } from './gold-passage-retriever.js';
import { SandboxRuns } from './sandbox-runs.js';
import { SandboxSteps } from './sandbox-steps.js';

class SandboxedPipeline extends PipelineSandbox {
  private readonly conversations = new SandboxConversations();
  private readonly traces = new SandboxTraces();
  private readonly retriever: Retriever;
  private configuration: ActiveConfiguration;
  private plain: AnswerQuestion;

  constructor(
    private readonly steps: SandboxSteps,
    private readonly runs: SandboxRuns,
    private readonly taxonomy: TaxonomyVersion,
    private readonly patches: ApplyConfigurationPatch,
    private readonly inService: ActiveConfiguration,
    private readonly search: SearchSandbox,
  ) {
    super();
    this.configuration = new ActiveConfiguration(inService.current);
    this.retriever = steps.retriever(search.passages);
    this.plain = this.pipeline(this.retriever);
  }

  async use(patch: ConfigurationPatch): Promise<void> {
    const json = parseJson(JSON.stringify(patch));
    if (!isPatch(json)) throw new InvalidInputError([{ pointer: '/patch', detail: 'must be a JSON Patch (RFC 6902)' }]);
    const { current } = this.inService;
    const document = patch.length === 0 ? current.document : this.patches.preview({ patch: json });
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
      scope: { filter, asOf: asOf ?? this.steps.today() },
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
    const { conversations, traces, configuration } = this;
    return new AnswerQuestion(
      this.steps.questionSteps(retriever, configuration, conversations),
      this.runs.saveTurn(conversations, traces),
      this.taxonomy,
      this.runs.runFactory(configuration),
    );
  }
}

/** Pipelines over the current documents, each with its own search thread and configuration. */
@Injectable()
export class SandboxedPipelines extends PipelineSandboxes {
  constructor(
    private readonly steps: SandboxSteps,
    private readonly runs: SandboxRuns,
    private readonly taxonomy: TaxonomyVersion,
    private readonly patches: ApplyConfigurationPatch,
    private readonly configuration: ActiveConfiguration,
    private readonly searches: SearchSandboxes,
  ) {
    super();
  }

  async open(): Promise<PipelineSandbox> {
    const { steps, runs, taxonomy, patches, configuration } = this;
    const search = await this.searches.open(searchSettings(configuration.current.document));
    return new SandboxedPipeline(steps, runs, taxonomy, patches, configuration, search);
  }
}
