import { Injectable } from '@nestjs/common';
import { SearchForCaller } from '../../search/application/search-for-caller.js';
import {
  FoundPassages,
  PassageQuestion,
  PassageSearch,
  SourceDocument,
  SourceDocuments,
  CaseQuestion,
  CaseSuggestions,
  SuggestedCases,
  AgentChoice,
  Categories,
  AskedQuestion,
  GivenAnswer,
  QuestionAnswering,
} from '../domain/tool-sources.js';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { DocumentSummary } from '../../documents/domain/document.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Page, MAX_PAGE } from '../../shared/domain/page.js';
import { describeSuggestion } from '../../cbr/application/find-similar-cases.js';
import { Environment } from '../../config/environment.js';
import { SuggestForCaller } from '../../cbr/application/suggest-cases.js';
import { ReadAgents } from '../../agent-factory/application/read-agents.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { AnswerQuestion } from '../../pipeline/application/answer-question.js';
import { describeForPrograms } from '../../pipeline/application/describe-answer.js';

/** Adapter of the search feature for the tool `search`. */
@Injectable()
export class SearchPassagesAdapter extends PassageSearch {
  constructor(private readonly searchForCaller: SearchForCaller) {
    super();
  }

  async search({ query, topK, depth, filter }: PassageQuestion, signal: AbortSignal): Promise<FoundPassages> {
    const { hits, degraded } = await this.searchForCaller.searchForCaller({
      query,
      topK,
      depth,
      mode: 'hybrid',
      rerank: true,
      filter,
      asOf: undefined,
      signal,
    });
    const passages = hits.map(({ passage, relevance }) => ({
      chunkId: passage.chunkId,
      documentId: passage.documentId,
      title: passage.title,
      section: passage.section,
      url: passage.url,
      canonicalPath: passage.canonicalPath,
      text: passage.text,
      start: passage.start,
      end: passage.end,
      score: relevance.score,
    }));
    return { passages, degraded };
  }
}

/** Documents per page. */
const PAGE = 100;

function toSource({ documentId, title, sourceUrl, canonicalPath, contentType }: DocumentSummary): SourceDocument {
  return { documentId, title, url: sourceUrl, canonicalPath, isMarkdown: contentType === 'text/markdown' };
}

/** Adapter of the documents feature. */
@Injectable()
export class StoredSourceDocuments extends SourceDocuments {
  constructor(private readonly documents: ReadDocuments) {
    super();
  }

  async list(filter: CategoryFilter, cursor: string | undefined): Promise<Page<SourceDocument>> {
    const page = await this.documents.list({ filter, cursor, path: undefined, limit: PAGE });
    return { items: page.items.map(toSource), nextCursor: page.nextCursor };
  }

  async read(documentId: string, filter: CategoryFilter): Promise<SourceDocument & { readonly text: string }> {
    const document = await this.documents.show(documentId, filter);
    return { ...toSource(document), text: document.text };
  }
}

/** Adapter of the case base for the tool `suggest_cases`. If the case base is switched off, the result says so. */
@Injectable()
export class CaseBaseSuggestions extends CaseSuggestions {
  constructor(
    private readonly suggestForCaller: SuggestForCaller,
    private readonly environment: Environment,
  ) {
    super();
  }

  async suggest({ query, k, owner, filter }: CaseQuestion, signal: AbortSignal): Promise<SuggestedCases> {
    if (!this.environment.CBR_ENABLED)
      return { available: false, reason: 'CBR system is not enabled; use the tools search and ask.' };
    const found = await this.suggestForCaller.suggest(
      // TF-IDF weighs rare words more than common ones, in both languages, for any embedding.
      { query, filter, category: undefined, k, method: 'tfidf_cosine', minQuality: 0, rankBy: 'selector' },
      owner,
      signal,
    );
    return { available: true, logId: found.logId, suggestions: found.cases.map(describeSuggestion) };
  }
}

interface Node {
  readonly path: CategoryPath;
  readonly children: readonly Node[];
}

function* pathsOf(nodes: readonly Node[]): Generator<CategoryPath> {
  for (const { path, children } of nodes) {
    yield path;
    yield* pathsOf(children);
  }
}

/** The categories of the current version, and the agents. */
@Injectable()
export class TaxonomyCategories extends Categories {
  constructor(
    private readonly taxonomy: TaxonomyReader,
    private readonly readAgents: ReadAgents,
  ) {
    super();
  }

  async agents(filter: CategoryFilter): Promise<readonly AgentChoice[]> {
    const found: AgentChoice[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.readAgents.list({ filter, cursor, limit: MAX_PAGE });
      found.push(...page.items.map(({ agentId, name, allowedPaths }) => ({ id: agentId, name, paths: allowedPaths })));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  async list(filter: CategoryFilter): Promise<readonly CategoryPath[]> {
    const { nodes } = await this.taxonomy.tree('current', filter);
    return [...pathsOf(nodes)];
  }
}

/** Adapter of the pipeline for the tool `ask`. */
@Injectable()
export class PipelineQuestionAnswering extends QuestionAnswering {
  constructor(private readonly answerQuestion: AnswerQuestion) {
    super();
  }

  async ask({ reviewBelow, ...question }: AskedQuestion, signal: AbortSignal): Promise<GivenAnswer> {
    const answer = await this.answerQuestion.answerQuestion(
      { ...question, reviewBelow, asOf: undefined, switches: {} },
      signal,
    );
    return {
      text: answer.response,
      sources: answer.sources.map(({ n, title, documentId }) => ({ n, title, documentId })),
      whole: describeForPrograms(answer, question.message, reviewBelow),
    };
  }
}
