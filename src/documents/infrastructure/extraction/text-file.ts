import { markdownTitle } from './document-title.js';
import type { ExtractionReply, FileFormat } from './extraction-task.js';
import { htmlTitle, readHtml } from './html-text.js';
import { tidyText } from './tidy-text.js';

/**
 * What an HTML, Markdown or plain text file says: cheap enough to run in place where the file is small.
 * @param encoding that the text was read in @throws RangeError for HTML nested deeper than the stack
 */
export function readTextFile(format: FileFormat, text: string, encoding: string): ExtractionReply {
  if (format === 'html') return { status: 'done', ...readHtml(text), title: htmlTitle(text), encoding };
  return {
    status: 'done',
    text: tidyText(text),
    headings: [],
    title: format === 'markdown' ? markdownTitle(tidyText(text.slice(0, 2000))) : undefined,
    encoding,
  };
}
