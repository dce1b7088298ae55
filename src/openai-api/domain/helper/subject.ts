import { finalOf, hasSyllable } from '../../../text/korean/hangul-syllable.js';
import { askingWords } from '../../../text/english/function-words.js';
import { topicsOf } from './topics.js';

/** Words that ask and carry no matter. */
const KOREAN_ASKING =
  /^(?:언제|언제까지|언제부터|어디|어디서|어디에|누구|누가|누구에게|무엇|무엇을|무엇이|뭐|뭘|무슨|어떤|어떻게|얼마|얼마나|몇|며칠|왜|혹시|그럼|그러면|그리고|그런데|근데|제가|저는|나는|우리|좀|수|것|때|할|한|하는|하면|하려면|해야|되는|있는|없는|대해|대해서|대하여|관해|관하여|경우|안녕하세요|안녕|\d+)$/u;
/** Endings of verbs that ask or request; the whole word is removed. */
const KOREAN_VERB =
  /(?:나요|까요|니까|가요|어요|아요|에요|예요|세요|지요|죠|는지|은지|인지|습니다|해줘|해라|하기|하고|해서|되나|하나|되어|되면|하면|려면|려고|줘|알려|설명해|찾아|하시오)[?？.!]*$/u;
/** Fewer than `src/text` has, and only after two letters or digits: a title is better with a particle than without a syllable. */
const KOREAN_PARTICLE =
  /(?<=[가-힣A-Za-z0-9]{2})(?:에서는|에서|에게|으로는|으로|에는|까지|부터|이란|란|에|은|는|이|가|을|를|의|와|과|도|로)$/u;
const ENGLISH_ASKING = askingWords(
  "what's he she its their large explain hi hello hey so as but no yes than us let want know",
);
const TITLE_WORDS = 5;
const MAX_TITLE = 80;
const NOTHING = { ko: '새 대화', en: 'New conversation' } as const;

function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .slice(0, 2_000)
    .split(/[^\p{L}\p{N}'-]+/u)
    .map((word) => word.replace(/^['-]+|['-]{1,3}$/gu, ''))
    .filter((word) => word !== '');
}

/** `흙을` is `흙` with its particle, `가을` is a word: `을` follows a final consonant. */
const withoutObject = (word: string): string =>
  word.length === 2 && ((word.endsWith('을') && finalOf(word.charAt(0)) > 0) || word.endsWith('를'))
    ? word.charAt(0)
    : word;

/** Topic words of a question in order, Korean ones without their particles. */
function matter(text: string): string[] {
  // `몇 시에`, `가져가도 되나요`: words that ask and carry no matter.
  return wordsOf(text.replaceAll(/몇\s{1,3}\S{1,10}|\S{1,20}도 (?:되|괜찮|좋)\S{1,10}/gu, ' '))
    .filter((word) => !KOREAN_ASKING.test(word) && !ENGLISH_ASKING.has(word.toLowerCase()) && !KOREAN_VERB.test(word))
    .map((word) => withoutObject(word.replace(KOREAN_PARTICLE, '')))
    .filter((word) => !KOREAN_ASKING.test(word));
}

/** Adverbs and verbs that are often in questions: they name nothing. */
const NO_NAME_KOREAN =
  /^(?:보통|최대한?|최소한?|새로|자세히|빨리|급히|갑자기|바로|다시|또|꼭|못|안|늘|항상|가끔|자주|따로|혼자|같이|함께|직접|미리|언제쯤|방금|이미|아직|정말|너무|아주|조금|많이|늦게|일찍|받|낼|살)$|(?:했어|해요|돼요|파서|았어|었어|였어|아서|어서|는데|은데|내야|어야|아야|해야|보면|으면|한다|된다|합니까|입니까|할|될|빌리|받을|하게|히)$/u;
const NO_NAME_ENGLISH =
  /^(?:happens?|happened|possible|required|allowed|needed|lost|still|now|today|usually|take|takes|keep|get|use|apply|pay|renew|cancel|park|adopt|report|borrow|return|decides?|costs?|explain|briefly|exactly|work)$|(?<!(?:fami|supp|assemb|rep|month|week|dai|year))ly$/iu;

/** Nouns of texts without their articles: what a title or a tag can be. */
function namesIn(texts: readonly string[]): string[] {
  const names = topicsOf(texts).map((topic) => topic.replace(/^(?:the|a|an) /u, ''));
  return names.filter((name, i) => !names.some((other, k) => k !== i && ` ${other} `.includes(` ${name} `)));
}

/** Words of a question that are neither adverbs nor verbs; all of them where none is left. */
function nounsIn(text: string): string[] {
  const words = matter(text);
  const nouns = words.filter((word) => !NO_NAME_KOREAN.test(word) && !NO_NAME_ENGLISH.test(word));
  return nouns.length === 0 ? words : nouns;
}

/** The names of a question, with a comma between two that are not next to each other; its nouns where it has no names. */
function titleWords(question: string): string[] {
  const names = namesIn([question]);
  if (hasSyllable(question) || names.length === 0) return nounsIn(question);
  return names.flatMap((name, i) => (i === names.length - 1 ? name : `${name},`).split(' '));
}

/** A short title in the words of a question. @param maxWords as the prompt asks, 5 without @param maxCharacters as the prompt asks */
export function titleOf(question: string, maxWords = TITLE_WORDS, maxCharacters = MAX_TITLE): string {
  const words = titleWords(question).slice(0, Math.max(1, maxWords));
  // The last word of an English name is its noun.
  while (words.length > 1 && words.join(' ').length > maxCharacters) {
    if (hasSyllable(question) || words.some((word) => word.endsWith(','))) words.pop();
    else words.shift();
  }
  if (words.length === 0) {
    const first = question.trim().split(/\s+/u).slice(0, maxWords).join(' ').slice(0, MAX_TITLE);
    return first === '' ? NOTHING[hasSyllable(question) ? 'ko' : 'en'] : first;
  }
  const title = words.join(' ').replace(/,$/u, '').slice(0, MAX_TITLE);
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** What questions name, the most frequent first and the earlier of two equal ones first; then their other nouns. */
export function leadWords(questions: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  const names = questions.flatMap((question) => namesIn([question]));
  const others = questions
    .flatMap(nounsIn)
    .filter((word) => word.length > 1 && !names.some((name) => name.includes(word.toLowerCase())));
  for (const word of names.length === 0 ? others : names) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word);
}
