const ARTICLE = String.raw`제?\s{0,3}[\d０-９]{1,4}\s{0,3}조(?:\s{0,3}의\s{0,3}[\d０-９]{1,3}(?!\s{0,3}[항호]))?`;
const TITLE = String.raw`(?:\s?[(（][^)）\n]{1,60}[)）])?`;
const PARAGRAPH = String.raw`(?:\s{0,3}(?:제?\s{0,3}[\d０-９]{1,2}\s{0,3}항|[①-⑳]))`;
const ITEM = String.raw`(?:\s{0,3}제?\s{0,3}[\d０-９]{1,2}\s{0,3}호(?:\s{0,3}의\s{0,3}[\d０-９]{1,2})?)`;
const ENGLISH = String.raw`(?:articles?|art\.|sections?|sec\.|rules?|clauses?|§{1,2})\s{0,3}(?:\d{1,4}(?:[.-]\d{1,4}){0,4}[a-z]?|[IVX]{1,6}\b)(?:\((?:\d{1,2}|[a-z]{1,3})\)){0,3}`;
const IN_QUESTION = new RegExp(`(${ARTICLE}${TITLE})(${PARAGRAPH})?(${ITEM})?`, 'u');
const ENGLISH_IN_QUESTION = new RegExp(`\\b${ENGLISH}|§{1,2}\\s{0,3}\\d[\\d.-]{0,20}`, 'iu');
const OPENING = String.raw`^(?:그럼|그러면|그렇다면|그리고|그 다음|다음|같은|and|then|what about|how about|so)?[,\s]{0,3}`;
const END = String.raw`(?:\s{0,3}(?:은|는|도|의 경우는|의 경우|이|가|을|를))?(?:\s{0,3}(?:요|어때요|뭐예요|뭐야|뭔가요|무엇인가요|알려줘|알려주세요|알려 주세요|보여줘|보여주세요|보여 주세요))?[?？.!\s]{0,9}$`;
const BARE = new RegExp(
  `${OPENING}(?:(${ARTICLE}${TITLE})(${PARAGRAPH})?(${ITEM})?|(${PARAGRAPH})(${ITEM})?|(${ITEM}))${END}`,
  'iu',
);
const ENGLISH_BARE = new RegExp(`${OPENING}(?:the\\s)?(${ENGLISH})[?.!\\s]{0,9}$`, 'iu');

/**
 * `그럼 제6조는?` after `이용 지침 제5조`, `2항은요?` after `이용 지침 제4조`: the previous question with that number in place of its own.
 * @returns undefined if the message is more than a number, or the previous question names none
 */
export function withOtherNumber(message: string, previous: string): string | undefined {
  const text = message.normalize('NFC').trim();
  const english = ENGLISH_BARE.exec(text)?.[1];
  const named = ENGLISH_IN_QUESTION.exec(previous);
  if (english !== undefined && named !== null) return replaced(previous, named, english);
  const asked = BARE.exec(text);
  const known = IN_QUESTION.exec(previous);
  if (asked === null || known === null) return undefined;
  const [, article, paragraph = '', item = '', paragraphAlone, itemBehind = '', itemAlone] = asked;
  if (article !== undefined) return replaced(previous, known, `${article}${paragraph}${item}`);
  if (paragraphAlone !== undefined)
    return replaced(previous, known, `${known[1] ?? ''} ${paragraphAlone.trim()}${itemBehind}`);
  return replaced(previous, known, `${known[1] ?? ''}${known[2] ?? ''} ${(itemAlone ?? '').trim()}`);
}

function replaced(text: string, { 0: whole, index }: RegExpExecArray, by: string): string {
  return `${text.slice(0, index)}${by}${text.slice(index + whole.length)}`;
}
