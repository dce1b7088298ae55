import { decodeText } from './decode-text.js';
import { markdownTitle } from './document-title.js';
import type { ExtractionReply, ExtractionTask } from './extraction-task.js';
import { htmlTitle, htmlToText } from './html-text.js';
import { tidyText } from './tidy-text.js';

/**
 * Text of an HTML, Markdown or plain text file: cheap enough to run in place where the file is small.
 * @throws UnreadableFileError for bytes that are no text, RangeError for HTML nested deeper than the stack
 */
export function readTextFile(task: ExtractionTask): ExtractionReply {
  const text = decodeText(task.bytes);
  if (task.format === 'html') return { status: 'done', text: htmlToText(text), title: htmlTitle(text) };
  return {
    status: 'done',
    text: tidyText(text),
    title: task.format === 'markdown' ? markdownTitle(tidyText(text.slice(0, 2000))) : undefined,
  };
}
