import { Injectable } from '@nestjs/common';
import { type GetPromptResult, type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import type { McpCaller } from './mcp-caller.js';
import { ReadAgents } from '../../agent-factory/application/read-agents.js';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { DOCUMENTS_PER_PAGE } from './mcp-resources.js';

/** Maximum number of values of one completion: the protocol's own limit. */
const MAX_VALUES = 100;
/** Separator of the labels of a category in one text. */
const SEPARATOR = ' > ';

const ASK = z.object({
  question: z.string().min(1).max(4000).describe('The question.'),
  category: z.string().max(300).optional().describe('Category to stay in: its labels with " > " between them.'),
  agent: z.string().max(200).optional().describe('Id of an agent whose categories to stay in.'),
});
const CHECK = z.object({ text: z.string().min(1).max(50_000).describe('The text to hold against the documents.') });

function said(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** Where the tool is to look; a question to several categories is one call for each. */
function placeOf(paths: readonly CategoryPath[]): string {
  const [first, ...more] = paths;
  if (first === undefined) return '';
  return more.length === 0
    ? ` Pass the category ${JSON.stringify(first)}.`
    : ` Call it once for each of these categories and pass it: ${JSON.stringify(paths)}.`;
}

interface Node {
  readonly path: CategoryPath;
  readonly children: readonly Node[];
}

const pathsOf = (nodes: readonly Node[]): readonly CategoryPath[] =>
  nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)]);

/** Prompts that users choose by name, and completion of their input: categories, agents, and ids of documents. */
@Injectable()
export class McpPrompts {
  constructor(
    private readonly taxonomy: TaxonomyReader,
    private readonly agents: ReadAgents,
    private readonly documents: ReadDocuments,
  ) {}

  offer(server: McpServer, { access: { effectiveFilter: filter } }: McpCaller): void {
    server.registerPrompt(
      'ask_documents',
      {
        title: 'Ask the documents',
        description: 'Has a question answered from the documents alone, with quotes and sources.',
        argsSchema: ASK,
      },
      async ({ question, category, agent }) => {
        const labels = category?.split('>').map((label) => label.trim());
        const paths = labels === undefined ? await this.pathsOf(agent, filter) : [labels];
        const place = placeOf(paths);
        return said(
          `Answer this question with the tool ask, from the documents alone.${place} Keep its quotes and name their documents. ` +
            `Where it says that the documents do not answer, say so and add nothing of your own.\n\n${question}`,
        );
      },
    );
    server.registerPrompt(
      'check_text',
      {
        title: 'Check a text against the documents',
        description: 'Has each statement of a text held against the documents.',
        argsSchema: CHECK,
      },
      ({ text }) =>
        said(
          'Go through the text below statement by statement. For each that can be checked, look for its passage with the tool search, ' +
            `and say whether the documents support it, contradict it or do not mention it, with the exact quote.\n\n${text}`,
        ),
    );
    // Uses the low-level server, since the high-level one only completes its own templates of resources.
    server.server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
      const isOfDocument = ref.type === 'ref/resource' && argument.name === 'document_id';
      const isOfCategory = ref.type === 'ref/prompt' && argument.name === 'category';
      const typed = argument.value.trim().toLowerCase();
      const isLike = (value: string) => value.toLowerCase().includes(typed);
      const isOfAgent = ref.type === 'ref/prompt' && argument.name === 'agent';
      const all = isOfDocument ? await this.ids(filter) : isOfCategory ? await this.names(filter) : [];
      // A person types the name of an agent; the value is its id.
      const agents = isOfAgent ? await this.agents.all(filter) : [];
      const named = agents.filter(({ agentId, name }) => isLike(agentId) || isLike(name)).map(({ agentId }) => agentId);
      const fitting = [...all.filter(isLike), ...named];
      const values = fitting.slice(0, MAX_VALUES);
      return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
    });
  }

  private async names(filter: CategoryFilter): Promise<readonly string[]> {
    const { nodes } = await this.taxonomy.tree('current', filter);
    return pathsOf(nodes).map((path) => path.join(SEPARATOR));
  }

  /** @throws ProtocolError for an unknown agent and for one with categories that the caller may not see */
  private async pathsOf(agent: string | undefined, filter: CategoryFilter): Promise<readonly CategoryPath[]> {
    if (agent === undefined) return [];
    const found = (await this.agents.all(filter)).find(({ agentId }) => agentId === agent);
    if (found !== undefined) return found.allowedPaths;
    const detail = `Unknown agent '${agent}'. The completion of this argument lists the agents.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, detail);
  }

  /** Ids of the first documents: a store has thousands. */
  private async ids(filter: CategoryFilter): Promise<readonly string[]> {
    const { items } = await this.documents.list({
      filter,
      cursor: undefined,
      path: undefined,
      limit: DOCUMENTS_PER_PAGE,
    });
    return items.map(({ documentId }) => documentId);
  }
}
