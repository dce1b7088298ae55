import { Injectable } from '@nestjs/common';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { topKWithin } from '../../access/domain/agent-scopes.js';
import { CaseSuggestions } from '../domain/case-suggestions.js';
import { FoundPassage, PassageSearch } from '../domain/passage-search.js';
import { Questioning } from '../domain/questioning.js';
import { documentUri } from './document-uri.js';
import type { McpCaller } from './mcp-caller.js';
import { toolResult } from './tool-result.js';

const DEFAULT_HITS = 5;
const DEFAULT_READ = 10;
const DEFAULT_CASES = 5;
/** Nothing here writes, and nothing leaves the documents of this server. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

const QUERY = z.string().min(1).max(4000);
const SEARCH = z.object({
  query: QUERY.describe('What to look for, in Korean or English.'),
  top_k: z.number().int().min(1).max(100).optional().describe('Passages wanted, 1..100; 5 without it.'),
});
const ASK = z.object({
  message: QUERY.describe('The question.'),
  conversation_id: z.string().min(1).max(200).optional().describe('Goes on with a conversation.'),
});
const SUGGEST = z.object({
  query: QUERY.describe('The question to find earlier cases for.'),
  k: z.number().int().min(1).max(50).optional().describe('Cases wanted, 1..50; 5 without it.'),
});

function describePassage(passage: FoundPassage) {
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
    score: passage.score,
  };
}

function readable({ title, section, documentId, text }: FoundPassage, i: number): string {
  return `[${i + 1}] ${title}${section === undefined ? '' : `, ${section}`} (${documentId})\n${text}`;
}

function textResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** The tools of the server; an agent has those that its manifest allows. */
@Injectable()
export class McpTools {
  constructor(
    private readonly search: PassageSearch,
    private readonly questioning: Questioning,
    private readonly cases: CaseSuggestions,
  ) {}

  offer(server: McpServer, caller: McpCaller): void {
    const { agent } = caller.access;
    const isAllowed = (tool: string) => agent === undefined || agent.tools.includes(tool);
    if (isAllowed('search')) this.offerSearch(server, caller);
    if (isAllowed('ask')) this.offerAsk(server, caller);
    if (isAllowed('suggest_cases')) this.offerCases(server, caller);
  }

  private offerSearch(server: McpServer, { access, signal }: McpCaller): void {
    const description = 'Finds passages of the documents that you may see, with their exact text and where it stands.';
    server.registerTool(
      'search',
      { title: 'Search the documents', description, inputSchema: SEARCH, annotations: READ_ONLY },
      ({ query, top_k }) =>
        toolResult(async () => {
          const { effectiveFilter: filter, agent } = access;
          const topK = topKWithin(top_k, agent, DEFAULT_HITS);
          const found = await this.search.search({ query, topK, depth: agent?.depth, filter }, signal);
          const text = found.passages.map(readable).join('\n\n');
          return textResult(text === '' ? 'No passage was found in the documents that you may see.' : text, {
            hits: found.passages.map(describePassage),
            degraded: [...found.degraded],
          });
        }),
    );
  }

  private offerAsk(server: McpServer, { access, signal }: McpCaller): void {
    const description =
      'Answers a question from the documents that you may see, with exact quotes, or says that they do not answer it.';
    server.registerTool(
      'ask',
      { title: 'Ask the documents', description, inputSchema: ASK, annotations: READ_ONLY },
      ({ message, conversation_id }) =>
        toolResult(async () => {
          const { caller, effectiveFilter, agent } = access;
          const answer = await this.questioning.ask(
            {
              message,
              conversationId: conversation_id,
              owner: caller.id,
              filter: effectiveFilter,
              topK: topKWithin(undefined, agent, DEFAULT_READ),
              depth: agent?.depth,
              reviewBelow: agent?.reviewBelow,
            },
            signal,
          );
          const sources = answer.sources.map((s) => `[${s.n}] ${s.title} (${s.documentId})`).join('\n');
          return textResult(sources === '' ? answer.text : `${answer.text}\n\n${sources}`, { ...answer.whole });
        }),
    );
  }

  private offerCases(server: McpServer, { access, signal }: McpCaller): void {
    const description = 'Suggests earlier questions with their answers that resemble a question.';
    server.registerTool(
      'suggest_cases',
      { title: 'Suggest cases', description, inputSchema: SUGGEST, annotations: READ_ONLY },
      ({ query, k }) =>
        toolResult(async () => {
          const { caller, effectiveFilter: filter } = access;
          const found = await this.cases.suggest({ query, k: k ?? DEFAULT_CASES, owner: caller.id, filter }, signal);
          if (!found.available) return textResult(found.reason, { available: false, suggestions: [] });
          const suggestions = [...found.suggestions];
          const text =
            suggestions.length === 0 ? 'No case resembles the question.' : JSON.stringify(suggestions, null, 1);
          return textResult(text, { available: true, log_id: found.logId, suggestions });
        }),
    );
  }
}
