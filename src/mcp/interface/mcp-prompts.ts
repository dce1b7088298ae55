import { Injectable } from '@nestjs/common';
import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import type { McpCaller } from './mcp-caller.js';
import { Categories, SourceDocuments } from '../domain/tool-sources.js';

/** Maximum number of values of one completion: the protocol's own limit. */
const MAX_VALUES = 100;
/** Separator of the labels of a category in one text. */
const SEPARATOR = ' > ';

const ASK = z.object({
  question: z.string().min(1).max(4000).describe('The question.'),
  category: z.string().max(300).optional().describe('Category to stay in: its labels with " > " between them.'),
});
const CHECK = z.object({ text: z.string().min(1).max(50_000).describe('The text to hold against the documents.') });

function said(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** Prompts that users choose by name, and completion of their input: categories, and ids of documents. */
@Injectable()
export class McpPrompts {
  constructor(
    private readonly categories: Categories,
    private readonly documents: SourceDocuments,
  ) {}

  offer(server: McpServer, { access: { effectiveFilter: filter } }: McpCaller): void {
    server.registerPrompt(
      'ask_documents',
      {
        title: 'Ask the documents',
        description: 'Has a question answered from the documents alone, with quotes and sources.',
        argsSchema: ASK,
      },
      ({ question, category }) => {
        const labels = category?.split('>').map((label) => label.trim());
        const place = labels === undefined ? '' : ` Pass the category ${JSON.stringify(labels)}.`;
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
      const all = isOfDocument ? await this.ids(filter) : isOfCategory ? await this.names(filter) : [];
      const typed = argument.value.trim().toLowerCase();
      const fitting = all.filter((value) => value.toLowerCase().includes(typed));
      const values = fitting.slice(0, MAX_VALUES);
      return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
    });
  }

  private async names(filter: CategoryFilter): Promise<readonly string[]> {
    return (await this.categories.list(filter)).map((path) => path.join(SEPARATOR));
  }

  /** Ids of the first documents: a store has thousands. */
  private async ids(filter: CategoryFilter): Promise<readonly string[]> {
    const { items } = await this.documents.list(filter, undefined);
    return items.map(({ documentId }) => documentId);
  }
}
