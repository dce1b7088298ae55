import { Injectable, Logger } from '@nestjs/common';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { topKWithin } from '../../access/domain/agent-scopes.js';
import { CategoryFilter, intersect, parseFilters } from '../../shared/domain/category-filter.js';
import { documentUri } from './mcp-resources.js';
import type { McpCaller } from './mcp-caller.js';
import {
  ASK,
  ASK_OUTPUT,
  FETCH,
  FETCH_OUTPUT,
  SEARCH,
  SEARCH_OUTPUT,
  SUGGEST,
  SUGGEST_OUTPUT,
} from './tool-schemas.js';
import { describeSuggestion } from '../../cbr/application/find-similar-cases.js';
import { SuggestForCaller } from '../../cbr/application/suggest-cases.js';
import { Environment } from '../../config/environment.js';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { AnswerQuestion } from '../../pipeline/application/answer-question.js';
import { describeForPrograms } from '../../pipeline/application/describe-answer.js';
import { SearchForCaller } from '../../search/application/search-for-caller.js';
import { SearchResult } from '../../search/application/search-passages.js';
import { documentUrl } from '../../shared/domain/base-url.js';
import { DomainError } from '../../shared/domain/domain-error.js';

const logger = new Logger('mcp');

/**
 * Runs a tool. The message of a domain error is returned to the client. An unexpected error is logged and returned without its details,
 * which the protocol's library would otherwise send to the client.
 */
async function toolResult(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) logger.error({ err: error }, 'a tool failed');
    const text =
      error instanceof DomainError ? error.message : 'An unexpected error happened; it is in the server log.';
    return { content: [{ type: 'text', text }], isError: true };
  }
}

const DEFAULT_HITS = 5;
const DEFAULT_READ = 10;
const DEFAULT_CASES = 5;
const NO_CASES = 'CBR system is not enabled; use the tools search and ask.';
/** The tools only read, and only the documents of this server. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

/** Maximum characters of a document in one call, since the input of models is limited; the whole is a resource. */
const MAX_FETCHED = 200_000;

type FoundPassage = SearchResult['hits'][number]['passage'];
type GivenAnswer = Awaited<ReturnType<AnswerQuestion['answerQuestion']>>;

function describePassage({ passage, relevance }: SearchResult['hits'][number]) {
  return {
    uri: documentUri(passage.documentId),
    chunk_id: passage.chunkId,
    document_id: passage.documentId,
    title: passage.title,
    ...(passage.section === undefined ? {} : { section: passage.section }),
    url: passage.url,
    canonical_path: [...passage.canonicalPath],
    text: passage.text,
    start: passage.start,
    end: passage.end,
    score: relevance.score,
  };
}

/** Each document once, with its passages: the form for research programs, which then fetch a document by its id. */
function resultsOf(passages: readonly FoundPassage[], base: string) {
  const byDocument = new Map<string, { id: string; title: string; url: string; text: string }>();
  for (const { documentId: id, title, url, text, start, end } of passages) {
    const known = byDocument.get(id);
    if (known === undefined) byDocument.set(id, { id, title, url: url ?? documentUrl(base, id, { start, end }), text });
    else known.text += `\n\n${text}`;
  }
  return [...byDocument.values()];
}

/** The caller's filter, narrowed to a category. @throws FilterBypassError for an invalid path */
function within(filter: CategoryFilter, category: readonly string[] | undefined): CategoryFilter {
  return category === undefined ? filter : intersect(filter, parseFilters({ allowed_category_paths: [[...category]] }));
}

/** The documents of an answer as resources that the client can open. */
function linksOf({ sources }: GivenAnswer): CallToolResult['content'] {
  const titles = new Map(sources.map(({ documentId, title }) => [documentId, title]));
  return [...titles].map(([documentId, title]) => ({
    type: 'resource_link',
    uri: documentUri(documentId),
    name: documentId,
    title,
  }));
}

/** A source in the text of an answer, with its days of force. */
function sourceLine({ n, title, documentId, edition }: GivenAnswer['sources'][number]): string {
  const days = edition === undefined ? '' : [edition.effectiveFrom, edition.effectiveTo].join('/').replace(/^\/$/u, '');
  return `[${n}] ${title} (${[documentId, days].filter((part) => part !== '').join(', ')})`;
}

function textResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** The tools of the server; an agent has only those that its manifest allows. */
@Injectable()
export class McpTools {
  constructor(
    private readonly search: SearchForCaller,
    private readonly answers: AnswerQuestion,
    private readonly cases: SuggestForCaller,
    private readonly documents: ReadDocuments,
    private readonly environment: Environment,
  ) {}

  offer(server: McpServer, caller: McpCaller): void {
    const { agent } = caller.access;
    const isAllowed = (tool: string) => agent === undefined || agent.tools.includes(tool);
    if (isAllowed('search')) {
      this.offerSearch(server, caller);
      // Found documents may be read: an agent that may use search may use fetch.
      this.offerFetch(server, caller);
    }
    if (isAllowed('ask')) this.offerAsk(server, caller);
    if (isAllowed('suggest_cases')) this.offerCases(server, caller);
  }

  private offerSearch(server: McpServer, { access, signal, base }: McpCaller): void {
    const description =
      'Finds passages of the documents that you may see, with their exact text and its offsets; fetch reads a whole document.';
    server.registerTool(
      'search',
      {
        title: 'Search the documents',
        description,
        inputSchema: SEARCH,
        outputSchema: SEARCH_OUTPUT,
        annotations: READ_ONLY,
      },
      ({ query, top_k, category }) =>
        toolResult(async () => {
          const { effectiveFilter, agent } = access;
          const filter = within(effectiveFilter, category);
          const topK = topKWithin(top_k, agent, DEFAULT_HITS);
          const { hits, degraded } = await this.search.searchForCaller({
            ...{ query, topK, filter, signal },
            depth: agent?.depth,
            mode: 'hybrid',
            rerank: true,
            asOf: undefined,
          });
          const passages = hits.map(({ passage }) => passage);
          const results = resultsOf(passages, base);
          return textResult(JSON.stringify({ results }), {
            results,
            hits: hits.map(describePassage),
            degraded: [...degraded],
          });
        }),
    );
  }

  private offerFetch(server: McpServer, { access, base }: McpCaller): void {
    const description = 'Reads a document by the id of a result of search.';
    server.registerTool(
      'fetch',
      {
        title: 'Read a document',
        description,
        inputSchema: FETCH,
        outputSchema: FETCH_OUTPUT,
        annotations: READ_ONLY,
      },
      ({ id }) =>
        toolResult(async () => {
          const { text, title, sourceUrl, canonicalPath } = await this.documents.show(id, access.effectiveFilter);
          const document = {
            id,
            title,
            text: text.slice(0, MAX_FETCHED).replace(/[\uD800-\uDBFF]$/, ''),
            url: sourceUrl ?? documentUrl(base, id),
            metadata: {
              uri: documentUri(id),
              canonical_path: [...canonicalPath],
              is_whole: text.length <= MAX_FETCHED,
              total_characters: text.length,
            },
          };
          return textResult(JSON.stringify(document), document);
        }),
    );
  }

  private offerAsk(server: McpServer, { access, signal, takesLinks }: McpCaller): void {
    const description =
      'Answers a question from the documents that you may see, with exact quotes, or says that they do not answer it.';
    server.registerTool(
      'ask',
      { title: 'Ask the documents', description, inputSchema: ASK, outputSchema: ASK_OUTPUT, annotations: READ_ONLY },
      ({ message, conversation_id, category }) =>
        toolResult(async () => {
          const { caller, effectiveFilter, agent } = access;
          const answer = await this.answers.answerQuestion(
            {
              message,
              conversationId: conversation_id,
              owner: caller.id,
              filter: within(effectiveFilter, category),
              topK: topKWithin(undefined, agent, DEFAULT_READ),
              depth: agent?.depth,
              reviewBelow: agent?.reviewBelow,
              asOf: undefined,
              switches: {},
            },
            signal,
          );
          const sources = answer.sources.map(sourceLine).join('\n');
          const text = sources === '' ? answer.response : `${answer.response}\n\n${sources}`;
          const whole = describeForPrograms(answer, message, agent?.reviewBelow);
          const result = textResult(text, { ...whole });
          return takesLinks ? { ...result, content: [...result.content, ...linksOf(answer)] } : result;
        }),
    );
  }

  private offerCases(server: McpServer, { access, signal }: McpCaller): void {
    const description = 'Suggests earlier questions with their answers that resemble a question.';
    server.registerTool(
      'suggest_cases',
      {
        title: 'Suggest cases',
        description,
        inputSchema: SUGGEST,
        outputSchema: SUGGEST_OUTPUT,
        annotations: READ_ONLY,
      },
      ({ query, k }) =>
        toolResult(async () => {
          const { caller, effectiveFilter: filter } = access;
          if (!this.environment.CBR_ENABLED) return textResult(NO_CASES, { available: false, suggestions: [] });
          const found = await this.cases.suggest(
            // TF-IDF weighs rare words more than common ones, in both languages, for any embedding.
            {
              ...{ query, filter, k: k ?? DEFAULT_CASES, category: undefined },
              method: 'tfidf_cosine',
              minQuality: 0,
              rankBy: 'selector',
            },
            caller.id,
            signal,
          );
          const suggestions = found.cases.map(describeSuggestion);
          const text =
            suggestions.length === 0 ? 'No case resembles the question.' : JSON.stringify(suggestions, null, 1);
          return textResult(text, { available: true, log_id: found.logId, suggestions });
        }),
    );
  }
}
