import { tidyExtractedText } from './tidy-text.js';
import { onOneLine } from '../../../text/folded-text.js';

/** A title may have 500 characters; a longer text is an abstract or keywords in the wrong field. */
const TITLE_LENGTH = 300;
const PLACEHOLDER = /^(untitled|no title|title|document ?\d*|slide \d+|제목 ?없음|무제|빈 ?문서 ?\d*)$/iu;
/** Printing programs put the name of the source file into the title. */
const FILE_NAME = /\.(docx?|hwpx?|pdf|rtf|odt|xlsx?|pptx?|indd|qxd|tmp|html?|txt)$/iu;

/**
 * A title from a file's metadata if a reader would call it one: on one line, 2 to 300 characters with a letter or digit,
 * no placeholder, no file name, no text in a lost encoding.
 */
export function sensibleTitle(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  const title = onOneLine(tidyExtractedText(raw));
  if (title.length < 2 || title.length > TITLE_LENGTH || !/[\p{L}\p{N}]/u.test(title)) return undefined;
  return PLACEHOLDER.test(title) || FILE_NAME.test(title) || isGarbled(title) ? undefined : title;
}

/** Korean in a legacy encoding, read as Latin-1, is mostly letters like `ÁÖ¿ä`; European languages have far fewer than a third. */
function isGarbled(title: string): boolean {
  const suspicious = title.match(/[\u0080-\u00ff\ufffd]/gu)?.length ?? 0;
  return title.includes('\ufffd') || suspicious * 3 > title.length;
}

/** The level-1 heading at the start of a Markdown text. */
export function markdownTitle(text: string): string | undefined {
  return sensibleTitle(/^# +(\S[^\n]{0,400})/u.exec(text)?.[1]?.replace(/(?<! ) +#+$/u, ''));
}
