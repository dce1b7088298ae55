import { Analyser, Token } from './analyser.js';
import { ArticleReference, articleReference } from './article-reference.js';

/** One content word of a question: the index terms that it is made of. */
export interface QueryWord {
  readonly text: string;
  readonly terms: readonly string[];
}

/** A question as the index and the ranking see it. */
export interface AnalysedQuery {
  readonly text: string;
  /** Content words in order. */
  readonly words: readonly QueryWord[];
  /** Distinct terms for the lexical index, at most MAX_TERMS. */
  readonly terms: readonly string[];
  readonly reference: ArticleReference | undefined;
}

/** Terms beyond this add nothing to a ranking and make the index read half of the corpus. */
const MAX_TERMS = 96;

/**
 * Korean words that carry the form of a question, not its content. Without them the bigrams of `하나요` or `어떻게`
 * would count as content that a passage fails to cover.
 */
const QUESTION_WORDS = new Set(
  (
    '무엇 무엇인가 무엇인가요 무엇입니까 무엇이 무엇을 뭐 뭐가 뭐야 뭔가요 뭐예요 뭔지 뭘 무슨 어떤 어떻게 어떠한 어디 어디서 어디에 어디에서 어디로 어디야 언제 언제까지 언제부터 언제야 언제인가요 ' +
    '누구 누가 누구에게 누구인가요 얼마 얼마나 얼마인가요 얼마야 얼마예요 얼마까지 몇 며칠 왜 하나요 하나 합니까 하는가 하면 해야 해요 하죠 하지요 할까요 하려면 하고 해도 했는데 하는 한다 되나요 되는가 되는지 ' +
    '됩니까 되죠 되면 돼요 될까요 된다 있나요 있습니까 있는가 있어요 있는지 있을까요 있어 있는 없나요 없는 없으면 인가요 인가 입니까 이에요 예요 인지 이야 알려줘 알려주세요 알려 주세요 ' +
    '궁금합니다 궁금해요 궁금한데 수 것 건가요 걸까요 거예요 및 또는 그리고 그럼 그러면 그런데 혹시 제가 저는 저 나는 내가 나 좀 대해 대한 대하여 관한 관해 관련 설명해 설명 설명해줘 찾아줘 찾아 보여줘 ' +
    '싶어요 싶은데 싶습니다 싶어 싶은데요 경우 경우에는 때 때는 때에 받나요 받을 주나요 주는 줘 따라 통해 위해 가능한가요 가능한지 가능해요 가능 필요한가요 필요해요 필요한 내야 내나요 드나요'
  ).split(' '),
);

/** Particles and endings that close a Korean word, longest first; the rest of the word must keep two syllables. */
const PARTICLES =
  '이라고는 에서부터 으로부터 까지는 에서는 에게는 으로는 부터는 에서도 에게서 한테는 이라면 이란 이나 이라 에서 에게 한테 까지 부터 으로 보다 처럼 마다 밖에 조차 인데 이며 이고 라면 라는 에는 에도 과의 와의 이면 은 는 이 가 을 를 에 의 로 와 과 도 만 요'
    .split(' ')
    .sort((a, b) => b.length - a.length);

/** A Hangul word without its last particle: `휴학은` becomes `휴학`. Words of two syllables stay, since most particles are also syllables of nouns. */
export function stripParticle(word: string): string {
  for (const particle of PARTICLES) {
    if (word.length - particle.length >= 2 && word.endsWith(particle)) return word.slice(0, -particle.length);
  }
  return word;
}

function isHangul(text: string): boolean {
  return /^[\uac00-\ud7a3]+$/u.test(text);
}

function group(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.word === token.word) last.push(token);
    else groups.push([token]);
  }
  return groups;
}

function contentWord(raw: string, tokens: readonly Token[], analyser: Analyser): QueryWord | undefined {
  const text = raw.normalize('NFC');
  if (!isHangul(text)) return { text, terms: tokens.map((t) => t.term) };
  if (QUESTION_WORDS.has(text)) return undefined;
  const stripped = stripParticle(text);
  if (QUESTION_WORDS.has(stripped)) return undefined;
  return { text: stripped, terms: analyser.termsOf(stripped) };
}

/** Content words, index terms and references of a question. A question of nothing but form words keeps all its words. */
export function analyseQuery(text: string, analyser: Analyser): AnalysedQuery {
  const groups = group(analyser.tokens(text));
  const raw = groups.map((tokens) => ({ text: text.slice(tokens[0]?.start, tokens[0]?.end), tokens }));
  const content = raw.map((word) => contentWord(word.text, word.tokens, analyser)).filter((w) => w !== undefined);
  const words = content.length > 0 ? content : raw.map((w) => ({ text: w.text, terms: w.tokens.map((t) => t.term) }));
  const terms = [...new Set(words.flatMap((word) => word.terms))].slice(0, MAX_TERMS);
  return { text, words, terms, reference: articleReference(text) };
}
