// Phrases that the prose of this project does not use, with what to write in their place. The list is for a machine: a phrase is
// here only if nearly every match is a fault. The rules for sentences that no expression can check are in CONTRIBUTING.md.

const AFTER_BACKLOG =
  '(?<!\\b(?:lags?|lagging|falls?|fell|leaves?|leaving|left|far|bytes|seconds|nothing|itself|themselves|connection) )';
const BEFORE_PROXY =
  '(?! (?:(?:a|an|the|one|its|another|some) )?(?:\\w+ )?(?:proxy|proxies|balancer|gateway|firewall|nginx|HAProxy|ingress)\\b)';
const PRONOUN_BEFORE_ELSE =
  '(?<!\\b(?:\\w+(?:thing|body|one|where)|no one|[Ww]ho|[Ww]hat|\\w+ever|[Aa]ll|much|little|[Hh]ow|[Ww]hy|[Oo]r) )(?<!`)';

/**
 * @typedef {{ readonly name: string, readonly expression: RegExp, readonly advice: string }} Pattern
 */

/** @type {readonly Pattern[]} */
export const PATTERNS = [
  { name: 'anew', expression: /\banew\b/giu, advice: 'write "again"' },
  {
    name: 'tell',
    expression: /\b(?:told|tells?|telling)\b(?!(?: \S+){0,3} apart)/giu,
    advice: 'write "reports", "returns", "shows", "logs" or "says which"',
  },
  {
    name: 'stand',
    expression: /\b(?:stands?|stood|standing)\b(?!-in|-by| in for| by\b| alone\b)/giu,
    advice: 'write "is", "is in", "appears in"; for an open connection "keep-alive"',
  },
  { name: 'beside', expression: /\bbeside\b/giu, advice: 'write "with", "next to", "in addition to"' },
  {
    name: 'behind',
    expression: new RegExp(`${AFTER_BACKLOG}\\bbehind\\b${BEFORE_PROXY}`, 'giu'),
    advice: 'write "after"; for a replica "lags"; for a cause "the reason for"',
  },
  {
    name: 'so many',
    expression: /\bso (?:many|long|much)\b(?! (?:that|as)\b)/giu,
    advice: 'name the number ("N items", "up to N", "this interval")',
  },
  { name: 'so many-th', expression: /\b(?:how-manieth|so many-th)\b/giu, advice: 'write "zero-based index" or "n-th"' },
  { name: 'the begin', expression: /\bthe begin\b/giu, advice: 'write "the start" or "the beginning"' },
  {
    name: 'else',
    expression: new RegExp(`${PRONOUN_BEFORE_ELSE}\\belse\\b(?! (?:if|\\{))`, 'gu'),
    advice: 'write "otherwise", or "if not"',
  },
  { name: 'Else', expression: /(?<=^|[.:;] )Else\b/gu, advice: 'write "Otherwise"' },
  {
    name: 'go on',
    expression: /\b(?:go|goes|gone|went) on\b|\bgoing on with\b/giu,
    advice: 'write "continues", "resumes"',
  },
  {
    name: 'left alone',
    expression: /\b(?:left|leaves?|leaving|lets?|letting) (?:\w+ )?alone\b/giu,
    advice: 'write "is not called", "is paused", "is not changed"',
  },
  {
    name: 'the middle',
    expression: /\d(?: ?[a-z%µ]+)? in the middle\b(?! of)|\bmiddle (?:value|and \d)/giu,
    advice: 'write "(p50)" or "the median"',
  },
  {
    name: 'at most of',
    expression: /\bat most (?:\d[\d,.]*|[a-z]+) of\b|\w at most(?=[.,;:)]|$)/giu,
    advice: 'write "up to N of ..."; put "at most" before its number',
  },
  {
    name: 'as long as it may',
    expression: /\bas (?:long|many|much) as (?:\w+ )?\w+ (?:may|can|could|might)\b/giu,
    advice: 'name the limit',
  },
  {
    name: 'is no',
    expression:
      /(?<!\bthere |\d )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|such\b|better\b|worse\b|\w+er than\b|different\b|other\b|one\b)(?=[\p{L}`'])/giu,
    advice: 'write "is not a valid ..." or "is not a ..."',
  },
  { name: 'upkeep', expression: /\bupkeep\b/giu, advice: 'write "maintenance"' },
  {
    name: 'or no',
    expression: /(?<!\byes )\bor no(?=[.,;:)]|$)/giu,
    advice: 'write "whether ..." without "or no"',
  },
  { name: 'small letter', expression: /\bsmall letters?\b/giu, advice: 'write "lower case"' },
  {
    name: 'place',
    expression:
      /\b(?:has|have|had|having|keeps?|kept|finds?|found) (?:its|their|a|no|any) places?\b(?! (?:in|of)\b)/giu,
    advice: 'write "is (not) accepted", "has (no) capacity", "keeps its position"',
  },
  {
    name: 'where there is',
    expression: /\bwhere there (?:is|are|was|were)\b/giu,
    advice: 'write "if there is ...", "if any", "undefined without ..."',
  },
  {
    name: 'what is asked',
    expression: /\bwhat (?:is|was|are|were|it is|they are|one) asked\b/giu,
    advice: 'write "the question", "the request"',
  },
  {
    name: 'what is said',
    expression: /\bwhat (?:is|was|are|were) (?:said|told|wanted|owed|meant|due)\b/giu,
    advice: 'name the thing: "the message", "the statement", "the pending rows"',
  },
  {
    name: 'away',
    expression: /\b(?:is|are|was|were|be|been|stays?|stayed) away\b/giu,
    advice: 'write "is unavailable", "does not respond"',
  },
  { name: 'turn away', expression: /\bturn(?:s|ed|ing)? away\b/giu, advice: 'write "rejects", "refuses"' },
  { name: 'lie', expression: /\b(?:lies|lie|lay|lain)\b/giu, advice: 'write "is in", "is between"' },
  { name: 'bear', expression: /\b(?:bears?|bore|borne|bearing)\b/giu, advice: 'write "has", "contains"' },
  { name: 'a while', expression: /\ba (?:short |little |long )?while\b/giu, advice: 'name the interval' },
  {
    name: 'in a hundred',
    expression:
      /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+|some \w+) (?:of|in) a (?:hundred|thousand)\b(?! thousand)/giu,
    advice: 'write "%" or "per thousand"',
  },
  { name: 'give way', expression: /\bg(?:ives?|iven|iving|ave) way\b/giu, advice: 'write "yields"' },
  { name: 'come about', expression: /\bc(?:omes?|ame|oming) about\b/giu, advice: 'write "happens", "is made"' },
  {
    name: 'figure of speech',
    expression: /\b(?:purses?|gists?|fleeting)\b/giu,
    advice: 'write the term of the field: budget, summary, ephemeral',
  },
  { name: 'owe', expression: /\bowe[sd]?\b/giu, advice: 'write "is pending"' },
  {
    name: 'speak of',
    expression: /\bsp(?:eaks?|oke|oken|eaking) (?:of|for|against)\b/giu,
    advice: 'write "mentions", "supports", "contradicts"',
  },
  {
    name: 'know of',
    expression: /\bkn(?:ows?|ew|own) (?:nothing )?of\b/giu,
    advice: 'write "has no data on", "does not import", "has"',
  },
  { name: 'asker', expression: /\baskers?\b/giu, advice: 'write "caller"' },
  {
    name: 'any more',
    expression: /\b(?:not|never|nothing|n't) (?:[^\s.;]+ ){0,6}any ?more\b/giu,
    advice: 'write "no longer"',
  },
  {
    name: 'a try',
    expression:
      /\b(?:a|the|each|every|one|first|last|second|no|next|further|another) try\b|\b(?:the|of|many|its|all|\d+) tries\b/giu,
    advice: 'write "attempt"',
  },
  { name: 'once more', expression: /\bonce more\b/giu, advice: 'write "again"' },
];
