export const NUMBER = String.raw`(?:\$?\d[\d,.]{0,15}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)`;
export const TIME = String.raw`(?:business |working |calendar )?(?:milliseconds|seconds?|minutes?|hours?|days?|weeks?|months?|years?)`;
export const ABOUT = String.raw`(?:about |around |at least |at most |up to |exactly |no more than |roughly |approximately |the last |the first )?`;
export const A_TIME = String.raw`${ABOUT}(?<value>${NUMBER}(?:-| to )?(?:\d{1,6})? ${TIME})`;
export const A_COUNT = String.raw`${ABOUT}(?<value>(?!one )${NUMBER} (?<unit>(?!(?:of|or|and|to|in|on|more|other)\b)(?:[a-z-]+ )?[a-z-]+s))`;
export const MONEY = String.raw`${ABOUT}(?<value>\$\d[\d,.]{0,15}(?:k|K| million)?)`;

/** A sentence of a page without layout marks; undefined if it is not a complete sentence. */
export function plainEnglish(text: string): string | undefined {
  const plain = text
    .replace(/^#+ [^\n]*\n+/u, '')
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\s]{0,400}\)/gu, '$1')
    .replace(/^\s*(?:[-*+>]|\d{1,2}[.)])\s+/u, '')
    .replace(/\*\*|__|\\\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .replace(/(?<!\s)\s*\([^()]*\)/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[’]/gu, "'")
    .trim()
    .replace(
      /^(?:Note that|Please note that|Please|Note:?|Also,|However,|Generally,|In general,|Typically,|Usually,|Ideally,) /u,
      '',
    );
  if (
    plain.length < 30 ||
    plain.length > 320 ||
    !/[.!]$/u.test(plain) ||
    /[`|"“”<>#@{}]|https?:|\.\.\.|\?/u.test(plain)
  )
    return undefined;
  const first = plain.charAt(0).toUpperCase();
  return `${first}${plain.slice(1).replace(/[.!]$/u, '')}`;
}

/** Words that refer to the previous sentence. */
const LEANING =
  /\b(?:it|its|they|their|them|this|these|those|that|such|he|she|his|her|here|there|we|our|us|the following|above|below|former|latter|same|others?|both|the team|the (?:whole |entire |full )?process|the form|the page|the site|the link|the document|nevertheless|instead|again|then|also|likewise|otherwise|first|second|third)\b/iu;

/** Whether a part of a sentence is clear without the rest of the text. */
export const standsAlone = (part: string): boolean =>
  part.length > 2 && !LEANING.test(part) && !/^(?:each|all|one|two|three)$|(?:[—–:;]| -)$/iu.test(part.trim());

/** `the travel desk` to `travel desk`. */
export const withoutArticle = (text: string): string => text.replace(/^(?:the|a|an|your|our) /u, '');

const IRREGULAR: Readonly<Record<string, string>> = {
  has: 'have',
  does: 'do',
  goes: 'go',
  is: 'be',
  passes: 'pass',
  reaches: 'reach',
  pushes: 'push',
};

/** `takes` to `take`. */
export function baseVerb(verb: string): string {
  const known = IRREGULAR[verb];
  if (known !== undefined) return known;
  if (/(?:ss|sh|ch|x|zz)es$/u.test(verb)) return verb.slice(0, -2);
  if (/ies$/u.test(verb)) return `${verb.slice(0, -3)}y`;
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : verb;
}

/** The text in the first person: `your team` becomes `my team`. */
export const asI = (text: string): string =>
  text
    .replace(/\byourself\b/giu, 'myself')
    .replace(/\byours\b/giu, 'mine')
    .replace(/\byour\b/giu, 'my')
    .replace(/\byou(?:'re| are)\b/giu, "I'm")
    .replace(/\byou(?:'ve| have)\b(?= [a-z]+(?:ed|en)\b)/giu, "I've")
    .replace(/\byou(?:'ve| have)\b/giu, 'I have')
    .replace(/\byou(?:'ll| will)\b/giu, "I'll")
    .replace(/\bam I\b/gu, 'am I')
    .replace(/\b(to|for|with|from|by|at|give|giving|help|let|contact|ask|allow|send|tell|pay) you\b/giu, '$1 me')
    .replace(/\byou\b/giu, 'I');

/** A subject without words that only describe it. */
export const briefly = (subject: string): string => {
  // `Each group` is `a group`.
  const one = /^(?:each|every|any) (?<noun>.+)$/iu.exec(subject)?.groups?.['noun'];
  if (one !== undefined) return `${/^[aeiou]/iu.test(one) ? 'an' : 'a'} ${one}`;
  return subject
    .replace(/^(?:all|most) (?:of )?(?:the )?/iu, '')
    .replace(/, (?:such as|including|like|for example|e\.g\.)[^,]*,?/giu, '')
    .replace(
      / (?:automatically|normally|usually|typically|generally|currently|always|only|also|then|therefore)\b/giu,
      '',
    )
    .trim();
};

export const isPlural = (subject: string): boolean => {
  // `restoring backups takes`: a gerund is singular.
  if (/^(?!vending|meeting|training|parking|operating|remaining|incoming|mailing|working)[a-z]+ing /iu.test(subject))
    return false;
  const head = subject.split(/ (?:of|for|in|on|at|from|to|with|by|under|between|about) /u)[0] ?? subject;
  return (
    / and /u.test(head) ||
    (/[^s]s$/u.test(head) && !/(?:ss|us|is)$/u.test(head)) ||
    /\b(?:people|staff|data|criteria)$/u.test(head)
  );
};
