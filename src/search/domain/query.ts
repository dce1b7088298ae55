import { Analyser, Token } from './analyser.js';

/** One content word of a question: the index terms that it is made of. */
export interface QueryWord {
  readonly text: string;
  readonly terms: readonly string[];
  /** Terms of each synonym: a passage that holds one of them holds the word. */
  readonly alternatives: readonly (readonly string[])[];
  /** How much the word counts beside others of the same rarity: a verb of the asker's story says less than a noun. */
  readonly emphasis: number;
  /** A noun with a case particle (`수영장의`, `요금은`): what the question is about; in English, a name. */
  readonly topical: boolean;
}

/** A question as the index and the ranking see it. */
export interface AnalysedQuery {
  readonly text: string;
  /** Content words in order. */
  readonly words: readonly QueryWord[];
  /** Distinct terms for the lexical index, at most MAX_TERMS. */
  readonly terms: readonly string[];
}

/** Words that mean the same in the documents; the empty source knows none. */
export abstract class Synonyms {
  /** Other words for a folded word, without itself. */
  abstract of(word: string): readonly string[];
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
    '싶어요 싶은데 싶습니다 싶어 싶은데요 경우 경우에는 때 때는 때에 받나요 받을 주나요 주는 줘 따라 통해 위해 가능한가요 가능한지 가능해요 가능 필요한가요 필요해요 필요한 내야 내나요 드나요 지금 그래도 그래 건데 걸 안 못 정말 아직 이미 여러 저희 우리 그냥 계속 바로 따로 미리 먼저 모두 전부 아예 꼭 정도 정도까지 만약 정도는 나오나요 나와요 제 이거 그거 아무 혼자 이런 그런 저런 있으면 없나 되는데 한테 사람 사람은 사람이 새로 늦게 중간 중간에 그동안 이번 다음 지난 작년 올해 요즘 최대 최소 학교 학교에서 학교에 우리학교'
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

/**
 * Endings that make a Korean word a predicate. They carry politeness, tense and connection, never content, and their bigrams are
 * so rare in written rules that they would outweigh the nouns. Only endings that no common noun has.
 */
const PREDICATE =
  /(는데|는데요|은데|은데요|인데|인데요|한데|한데요|면서|려고|려고요|려면|으면|어서|아서|해서|여서|지만|거나|도록|다고|라고|다는|라는|나요|까요|어요|아요|여요|에요|예요|해요|워요|려요|니다|니까|었는지|는지|은지|을지|었던|았던|했던|하던|세요|십시오|시오|었어|았어|했어|려는|하는|되는|하고|되고|하면|되면|하지|되지|했을|었을|았을|할까|될까|을까|어도|아도|해도|여도|어야|아야|해야|여야|이어야|여야|었나|았나|했나|네요|군요|거든요|대요|래요|던데|더라도|자마자|면요|같은|같이|싶은|있을|없을|한다면|된다면|는다면|다면|하기|되기|하여|되어|하다가|했|한|할|된|될)$/u;
/** `신청하`, `허가되`: a noun made a verb is still the noun. */
const LIGHT_VERB = /(하|되|했|됐|한|할|된|될|시키|드리)$/u;
/** One syllable and its particle, or the parts of a date: `책을`, `2025년 9월에`. They find little and miss often. */
const WEAK = /^([가-힣](을|를|은|는|이|가|에|의|도|로)|\d{1,4}|년|월|년에|월에|년도|학기)$/u;
const WEAK_EMPHASIS = 0.3;
/** Nouns of administration that stand on every page; a small corpus cannot tell by their rarity. */
const GENERIC =
  /^(이용|사용|신청|방법|절차|기준|규정|내용|종류|대상|조건|요건|하루|한달|교내|필요|관련|가능|학생|기간|처리|진행|확인)$/u;
const GENERIC_EMPHASIS = 0.6;
const PREDICATE_EMPHASIS = 0.35;

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

interface Form {
  readonly text: string;
  readonly emphasis: number;
  readonly topical: boolean;
}

function nounEmphasis(noun: string): number {
  return GENERIC.test(noun) ? GENERIC_EMPHASIS : 1;
}

/** 은 and 는 mark the topic itself, 의 whose it is: a passage without them is about something else. */
const TOPIC_EMPHASIS = 1.3;

/** The part of a Korean word that can stand in a document; undefined for a word of form. */
function koreanForm(text: string): Form | undefined {
  if (QUESTION_WORDS.has(text)) return undefined;
  const ending = PREDICATE.exec(text)?.[0];
  if (ending !== undefined) {
    const rest = text.slice(0, -ending.length);
    const noun = rest.replace(LIGHT_VERB, '');
    const isNoun = /^(하|되|한|할|된|될|했|해)/u.test(ending) || noun !== rest;
    const stem = isNoun ? noun : rest;
    if (stem.length < 2 || QUESTION_WORDS.has(stem)) return undefined;
    return { text: stem, emphasis: isNoun ? nounEmphasis(stem) : PREDICATE_EMPHASIS, topical: false };
  }
  const stripped = stripParticle(text);
  if (QUESTION_WORDS.has(stripped)) return undefined;
  const emphasis = WEAK.test(text) ? WEAK_EMPHASIS : nounEmphasis(stripped);
  const isTopic = emphasis === 1 && /(은|는|의)$/u.test(text) && stripped !== text;
  return {
    text: stripped,
    emphasis: isTopic ? TOPIC_EMPHASIS : emphasis,
    topical: emphasis === 1 && stripped !== text,
  };
}

/** What a question is read with. */
export interface QueryKnowledge {
  readonly analyser: Analyser;
  readonly synonyms: Synonyms;
}

/** `Mongolia`, `GPU`, but not the first word of a sentence: names are what an English question is about. */
function isName(raw: string, tokens: readonly Token[]): boolean {
  return /^\p{Lu}/u.test(raw) && (tokens[0]?.word ?? 0) > 0;
}

function contentWord(
  raw: string,
  tokens: readonly Token[],
  { analyser, synonyms }: QueryKnowledge,
): QueryWord | undefined {
  const text = raw.normalize('NFC').toLowerCase();
  const form = isHangul(text) ? koreanForm(text) : { text, emphasis: 1, topical: isName(raw, tokens) };
  if (form === undefined) return undefined;
  const terms = isHangul(text) ? analyser.termsOf(form.text) : tokens.map((t) => t.term);
  // The word as it was written first: stripping takes the end off nouns such as `출산휴가`.
  const known = [text, form.text].map((spelling) => synonyms.of(spelling)).find((others) => others.length > 0) ?? [];
  const alternatives = known.map((other) => analyser.termsOf(other));
  return {
    text: form.text,
    terms,
    alternatives: alternatives.filter((a) => a.length > 0),
    emphasis: form.emphasis,
    topical: form.topical,
  };
}

/** What stands before this is the asker's story: an earlier sentence, or a clause such as `4학년인데`. */
const STORY_END = /[.!?。\n]+(?=\s)|(?:는데|은데|인데|한데|지만|거든)요?(?=[\s,])/gu;
const STORY_EMPHASIS = 0.5;
/** What is left behind the story must still be a question of its own. */
const MIN_QUESTION_WORDS = 2;

/** Where the question proper begins: behind the last end of a story that leaves enough words. */
function questionStart(text: string, starts: readonly number[]): number {
  const ends = [...text.matchAll(STORY_END)].map((match) => match.index + match[0].length);
  return ends.filter((end) => starts.filter((start) => start >= end).length >= MIN_QUESTION_WORDS).at(-1) ?? 0;
}

/** `which manufacturer`, `in which city`, `what date`: the noun names what the answer must be, so that it counts more. */
const FOCUS = /\b(?:which|what)\s+([a-z][a-z-]{2,})/iu;
const FOCUS_EMPHASIS = 1.6;

/** Content words and index terms of a question. A question of nothing but form words keeps all its words. */
export function analyseQuery(asked: string, knowledge: QueryKnowledge): AnalysedQuery {
  // Composed first: references and word lists are written in composed Hangul.
  const text = asked.normalize('NFC');
  const groups = group(knowledge.analyser.tokens(text));
  const raw = groups.map((tokens) => ({ text: text.slice(tokens[0]?.start, tokens[0]?.end), tokens }));
  const from = questionStart(
    text,
    groups.map((tokens) => tokens[0]?.start ?? 0),
  );
  const focus = FOCUS.exec(text)?.[1]?.toLowerCase();
  const content = raw.flatMap(({ text: written, tokens }) => {
    const word = contentWord(written, tokens, knowledge);
    if (word === undefined) return [];
    const place = (tokens[0]?.start ?? 0) < from ? STORY_EMPHASIS : 1;
    return [{ ...word, emphasis: word.emphasis * place * (word.text === focus ? FOCUS_EMPHASIS : 1) }];
  });
  const words =
    content.length > 0
      ? content
      : raw.map((w) => ({
          text: w.text,
          terms: w.tokens.map((t) => t.term),
          alternatives: [],
          emphasis: 1,
          topical: false,
        }));
  const own = words.flatMap((word) => word.terms);
  const terms = [...new Set([...own, ...words.flatMap((word) => word.alternatives.flat())])].slice(0, MAX_TERMS);
  return { text, words, terms };
}
