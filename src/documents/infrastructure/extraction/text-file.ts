import { markdownTitle } from './document-title.js';
import type { ExtractionReply, TextFormat } from './extraction-task.js';
import { htmlTitle, readHtml } from './html-text.js';
import { readableJson } from './json-text.js';
import { readDelimited } from './sheets/delimited-table.js';
import { tidyText } from './tidy-text.js';

/**
 * What a file says that is text as a whole: cheap enough to run in place where the file is small.
 * @param encoding that the text was read in @throws RangeError for HTML nested deeper than the stack
 */
export function readTextFile(format: TextFormat, text: string, encoding: string): ExtractionReply {
  if (format === 'html') return { status: 'done', ...readHtml(text), title: htmlTitle(text), encoding };
  if (format === 'csv' || format === 'tsv') return readDelimited(text, format === 'tsv' ? '\t' : undefined, encoding);
  return {
    status: 'done',
    text: tidyText(format === 'json' ? readableJson(text) : text),
    headings: [],
    title: format === 'markdown' ? markdownTitle(tidyText(text.slice(0, 2000))) : undefined,
    encoding,
  };
}
