import { overlap, TextSpan } from '../text-span.js';

/** A provision cited by a text: `「휴학 규정」 제6조의2제1항`, `Section 3.2`. */
export interface Citation extends TextSpan {
  /** `6`, `12의2`, `3.2`; undefined if only a paragraph is named. */
  readonly article: string | undefined;
  readonly paragraph: string | undefined;
  /** Title of the regulation, without spaces and quotation marks. */
  readonly regulation: string | undefined;
  /** The text ascribes its claim to this provision (`제6조에 따르면`, `Under Article 5`). */
  readonly ascribed: boolean;
  /**
   * The title may be a mere label (`Deadline: …`) or a name that no text has (`Source: HR`): it cites only if a text is called so. The words
   * of a label belong to the claim.
   */
  readonly unsure?: 'label' | 'source' | undefined;
}

const REGULATION = String.raw`(?:[「『<《“"](?<quoted>[^「」『』<>《》“”"]{2,40})[」』>》”"]\s?|(?<bare>[가-힣]{2,20}(?:\s[가-힣]{1,12}){0,3}?\s?(?:규정|학칙|세칙|지침|규칙|내규|시행령|정관|강령|요강))\s?)?`;
/** `22조 3항` names an article as well; `22조` alone is also a number. */
const ARTICLE_SIGN = String.raw`(?:제\s?|(?<!\d)(?=\d{1,4}\s?조\s?(?:의\s?\d{1,3}\s?)?\d{1,3}\s?항))`;
const KOREAN = new RegExp(
  String.raw`${REGULATION}${ARTICLE_SIGN}(?<article>\d{1,4})\s?조(?:\s?의\s?(?<branch>\d{1,3}))?(?:\s?제?\s?(?<paragraph>\d{1,3})\s?항)?(?:\s?제?\s?\d{1,3}\s?호)?`,
  'gu',
);
const PARAGRAPH = /제\s?(?<paragraph>\d{1,3})\s?항(?:\s?제?\s?\d{1,3}\s?호)?/gu;
/** Numbers that name a position and are not quantities. */
const OTHER_PLACES =
  /(?<!별[표지]\s?)제\s?\d{1,3}\s?[호편장절관목](?!(?:의\s?\d{1,3})?\s?[서양]식)(?![가-힣]{0,40}\s?학점)|<별[표지][^>]{0,200}>/gu;
const ENGLISH =
  /\b(?<kind>Article|Art\.|Section|Sec\.|Clause|Rule|Chapter|Paragraph|Annex|Appendix)\s+(?<article>\d{1,4}[a-z]?(?:\.\d{1,3})*)(?:\((?<paragraph>\d{1,3})\))?|§\s?(?<sign>\d{1,4}(?:\.\d{1,3})*)/gu;
const ASCRIBES =
  /^\s?(?:에 ?따르면|에 ?의하면|에서는?|은|는|에는|에 명시|상|의 내용|에 규정|이 정한|에 ?따라|에 ?의거)/u;
const ENGLISH_ASCRIBES = /(?:^|[.;:,(]\s*|\b(?:in|under|by|per|to|of)\s+(?:the\s+)?)$/iu;

/** `According to “Backup retention”, …`, `「휴학 규정」에 따르면`, `「휴학 규정」은 이렇게 정합니다: …`: a text named only by its title. */
const TITLED =
  /^\s*(?:(?:According to|Under|As stated in) (?:the )?(?:(?:section|entry|page|chapter|rules?|policy|note)s? (?:on |of )?)?[“"](?<english>[^“”"\n]{2,100})[”"]|[「『“"](?<korean>[^「」『』“”"\n]{2,60})[」』”"]\s?(?:에 ?따르면|에 ?의하면|(?:은|는|에서는|에는|에)\s?(?:이렇게|(?:다음과|아래와)\s?같이)\s?(?:정하|정합|정해|규정|명시|설명|안내|적혀|적고|나와|밝히)[가-힣\s]{0,12}[:：.]|에서는))/iu;

const PLACE = '(?:section|page|entry|chapter|guide|article|policy|handbook)';
/** `Per the “Leave” page, …`, `The “Leave” section says that …`, `“Leave” says: …`, `According to the Leave types page, …`, `… (see “Leave”).`. */
const ENGLISH_TITLED: readonly RegExp[] = [
  new RegExp(
    String.raw`^\s*(?:Per|In|As (?:noted|described|explained|written|specified) (?:in|on|under)|Based on) (?:the )?(?:${PLACE} )?[“"](?<title>[^“”"\n]{2,100})[”"](?: ${PLACE})?(?=[,:]| it)`,
    'iu',
  ),
  new RegExp(
    String.raw`^\s*(?:As )?the (?:${PLACE} )?[“"](?<title>[^“”"\n]{2,100})[”"](?: ${PLACE})? (?:says|states|explains|notes|specifies|requires|makes clear)(?: that)?,?`,
    'iu',
  ),
  new RegExp(
    String.raw`^\s*(?:the (?:${PLACE} )?)?[“"](?<title>[^“”"\n]{2,100})[”"](?: ${PLACE})? (?:says|states|reads|explains|notes|specifies|requires)(?: that\b,?|:)`,
    'iu',
  ),
  new RegExp(
    String.raw`^\s*(?:According to|Per|As stated in|As noted in) the (?<title>\p{Lu}[^“”",:;\n]{2,80}?) ${PLACE}(?=,)`,
    'u',
  ),
  new RegExp(
    String.raw`\((?:[Ss]ee |[Ff]rom |[Pp]er |[Ss]ource: )(?:the )?(?:${PLACE} )?[“"](?<title>[^“”"\n]{2,100})[”"](?: ${PLACE})?\)(?=[.!]?\s*$)`,
    'u',
  ),
];

/** `Leave types: …` and `… Source: Leave types.`, without their emphasis or with it. */
const UNSURE = {
  source:
    /(?:^|[.!?)]\s{1,4})[*_(]{0,3}(?:Sources?|References?)[*_]{0,2}\s?:[*_]{0,2}\s{0,4}["“*_]{0,3}(?<title>\p{Lu}[^“”"*_\n()]{2,100}?)["”*_]{0,3}[.)]{0,2}\s*$/u,
  label: /^\s*[*_]{0,3}["“]?(?<title>\p{Lu}[^“”"*_:.!?|\n]{2,80}?)["”]?[*_]{0,3}\s{0,3}:[*_]{0,3}(?=\s)/u,
} as const;

function unsureCitation(text: string): Citation[] {
  for (const unsure of ['source', 'label'] as const) {
    const match = UNSURE[unsure].exec(text);
    const title = match?.groups?.['title'];
    if (match === null || title === undefined) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    const regulation = compactTitle(title);
    return [{ start, end, article: undefined, paragraph: undefined, regulation, ascribed: true, unsure }];
  }
  return [];
}

function titledCitation(text: string): Citation[] {
  const match = TITLED.exec(text) ?? ENGLISH_TITLED.map((form) => form.exec(text)).find((found) => found !== null);
  const { english, korean, title = english ?? korean } = match?.groups ?? {};
  if (match == null || title === undefined) return [];
  const { index: start } = match;
  const end = start + match[0].length;
  return [{ start, end, article: undefined, paragraph: undefined, regulation: compactTitle(title), ascribed: true }];
}

/** A title normalized for comparison: letters and digits only, lower case. */
export function compactTitle(title: string | undefined): string | undefined {
  return title?.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function koreanCitations(text: string): Citation[] {
  return [...text.matchAll(KOREAN)].map((match) => {
    const { quoted, bare, article, branch, paragraph } = match.groups ?? {};
    const end = match.index + match[0].length;
    const ascription =
      /^\s?(?:에|을|를|의 규정에)?\s?(?:따르면|의하면|의거하여|의거|따라)/u.exec(text.slice(end, end + 16))?.[0] ?? '';
    return {
      start: match.index,
      end: end + ascription.length,
      article: branch === undefined ? article : `${article}의${branch}`,
      paragraph,
      regulation: compactTitle(quoted ?? bare),
      ascribed: text.slice(0, match.index).trim().length <= 12 && ASCRIBES.test(text.slice(end, end + 12)),
    };
  });
}

function englishCitations(text: string): Citation[] {
  return [...text.matchAll(ENGLISH)].map((match) => {
    const { article, paragraph, sign } = match.groups ?? {};
    const before = text.slice(0, match.index);
    const ascribed = before.trim().length <= 40 && ENGLISH_ASCRIBES.test(before);
    return {
      start: match.index,
      end: match.index + match[0].length,
      article: article ?? sign,
      paragraph,
      regulation: undefined,
      ascribed,
    };
  });
}

/** Returns the provisions that a text cites, in order. */
export function citations(text: string): Citation[] {
  const titled = titledCitation(text);
  if (titled.length > 0) return titled;
  const numbered = /\d/u.test(text) ? numberedCitations(text) : [];
  return numbered.length > 0 ? numbered : unsureCitation(text);
}

function numberedCitations(text: string): Citation[] {
  const whole = [...(/\d\s?조/u.test(text) ? koreanCitations(text) : []), ...englishCitations(text)];
  const parts = [...text.matchAll(PARAGRAPH)]
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      article: undefined,
      paragraph: match.groups?.['paragraph'],
      regulation: undefined,
      ascribed: false,
    }))
    .filter((part) => !whole.some((w) => overlap(w, part)));
  return [...whole, ...parts].sort((a, b) => a.start - b.start);
}

/** Spans of numbers that name items or chapters, which are not compared. Those of forms and annexes are codes. */
export function placeNumbers(text: string): TextSpan[] {
  return [...text.matchAll(OTHER_PLACES)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
