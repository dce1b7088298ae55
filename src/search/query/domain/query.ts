import { askedDay } from '../../../text/periods/asked-period.js';
import { Analyser, Token, group } from '../../../text/tokens/analyser.js';
import { countedUnit, koreanForm, unitForms, WEAK_EMPHASIS } from '../../../text/korean/korean-form.js';
import { verbFormsOf } from '../../../text/korean/korean-verb-stems.js';
import { NO_PARAPHRASES, Paraphrase, Paraphrases } from './paraphrases/paraphrase.js';
import {
  FEELING_EMPHASIS,
  LEAST_ASKED,
  Story,
  STORY_EMPHASIS,
  storyOf,
  withoutQuestionBoilerplate,
} from '../../../text/questions/question-preamble.js';
import { Alternative, bounded, indexTerms, QueryWord } from './query-word.js';
import { GroupedSynonyms } from './grouped-synonyms.js';
import { isHangul } from '../../../text/korean/hangul-syllable.js';
import { lowered, halfWidth } from '../../../text/folded-text.js';
import { sentenceStarts } from '../../../text/sentences/sentences.js';

/** A parsed question for the index and the ranking. */
export interface AnalysedQuery {
  readonly text: string;
  /** Content words in order. */
  readonly words: readonly QueryWord[];
  /** Distinct terms for the lexical index, up to MAX_TERMS. */
  readonly terms: readonly string[];
}

/** What a question is read with. */
export interface QueryKnowledge {
  readonly analyser: Analyser;
  readonly synonyms: GroupedSynonyms;
  /** If left out, only the question's own words and the synonyms are used. */
  readonly paraphrases?: Paraphrases;
}

/** Other names as terms; a name without terms (`off`) is dropped. */
function synonymsAs(others: readonly string[], analyser: Analyser): Alternative[] {
  return others
    .map((other): Alternative => ({ text: other, terms: analyser.termsOf(other), kind: 'synonym' }))
    .filter(({ terms }) => terms.length > 0);
}

/** Other forms of the word itself: of a verb, or of a unit with its particle. */
function formsAs(forms: readonly string[], analyser: Analyser): Alternative[] {
  return forms.map((form) => ({ text: form, terms: analyser.termsOf(form), kind: 'form' }));
}

/** A counted unit has little weight: a passage with a number of that unit may have another topic than the question. */
function unitWord(unit: string, { analyser }: QueryKnowledge): QueryWord {
  return {
    text: unit,
    terms: analyser.termsOf(unit),
    alternatives: formsAs(unitForms(unit), analyser),
    emphasis: WEAK_EMPHASIS,
    topical: false,
  };
}

/** A word as written. */
interface WrittenWord {
  readonly text: string;
  /** Whether it is the first of a sentence, whose capital letter does not mark a name. */
  readonly isFirst: boolean;
  /** Whether it is the last of the question. */
  readonly isLast: boolean;
  readonly tokens: readonly Token[];
}

/** `Mongolia`, `GPU`, but not the first word of a sentence: names are the topic of an English question. */
function isName({ text, isFirst }: WrittenWord): boolean {
  return !isFirst && /^\p{Lu}/u.test(text);
}

function contentWord(written: WrittenWord, { analyser, synonyms }: QueryKnowledge): QueryWord | undefined {
  const { tokens } = written;
  const text = lowered(written.text);
  const form = isHangul(text) ? koreanForm(text, written.isLast) : { text, emphasis: 1, topical: isName(written) };
  if (form === undefined) return undefined;
  const terms = isHangul(text) ? analyser.termsOf(form.text) : tokens.map((t) => t.term);
  // The word as written comes first: stripping removes the end of nouns such as `출산휴가`.
  const known = [text, form.text].map((spelling) => synonyms.of(spelling)).find((others) => others.length > 0) ?? [];
  return {
    text: form.text,
    terms,
    alternatives: [...synonymsAs(known, analyser), ...(isHangul(text) ? formsAs(verbFormsOf(text), analyser) : [])],
    emphasis: form.emphasis,
    topical: form.topical,
  };
}

/** `which manufacturer`, `in which city`, `what date`: the noun names the type of the answer, so it has more weight. */
const FOCUS = /\b(?:which|what)\s+([a-z][a-z-]{2,})/iu;
const FOCUS_EMPHASIS = 1.6;

/** The question without the day that it names: the day selects an edition and is not part of the topic. */
function withoutDay(text: string): string {
  const day = askedDay(text);
  return day === undefined ? text : text.slice(0, day.start) + ' '.repeat(day.end - day.start) + text.slice(day.end);
}

interface PlacedWord extends QueryWord {
  readonly start: number;
  readonly end: number;
  /** Its position among all words of the question, and its length in words. */
  readonly place: number;
  readonly size: number;
  /** A noun without a particle. */
  readonly isBare: boolean;
}

/** Endings of a verb that another word follows; a noun with such an ending is only not counted as part of the topic. */
const JOINING = /[면고며서게지어아해돼]$/u;

/** `천문대 관람이`: nouns directly before the topic, without their own particle, are part of it. */
function withWholeTopics(words: readonly PlacedWord[]): PlacedWord[] {
  const whole = [...words];
  for (let i = whole.length - 2; i >= 0; i--) {
    const [word, next] = [whole[i], whole[i + 1]];
    if (word?.isBare === true && next?.topical === true && next.place === word.place + word.size)
      whole[i] = { ...word, topical: true };
  }
  return whole;
}

/** Maximum number of words of a phrase. */
const LONGEST_PHRASE = 3;
/** An English phrase with its own name is the topic of the question; English has no particles that would show it. */
const PHRASE_EMPHASIS = 1.6;

/**
 * Spelling of a phrase among the synonyms: Korean compounds without the spaces that users put into them, other words
 * one space apart.
 */
function phraseOf(words: readonly PlacedWord[], text: string): string | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || last.place - first.place !== words.length - 1) return undefined;
  const written = words.map(({ start, end }) => text.slice(start, end));
  if (written.every(isHangul)) return [...written.slice(0, -1), last.text].join('');
  return text.slice(first.start, last.end).toLowerCase().replace(/\s+/gu, ' ');
}

/** One word for a phrase with other names; undefined for a phrase without. */
function joined(
  words: readonly PlacedWord[],
  text: string,
  { analyser, synonyms }: QueryKnowledge,
): PlacedWord | undefined {
  const phrase = phraseOf(words, text);
  const others = phrase === undefined ? [] : synonyms.exactly(phrase);
  const [first, last] = [words[0], words.at(-1)];
  if (phrase === undefined || others.length === 0 || first === undefined || last === undefined) return undefined;
  return {
    text: phrase,
    terms: [...new Set(words.flatMap((word) => word.terms))],
    alternatives: synonymsAs(others, analyser),
    emphasis: Math.max(...words.map((word) => word.emphasis)) * (isHangul(phrase) ? 1 : PHRASE_EMPHASIS),
    topical: !isHangul(phrase) || words.some((word) => word.topical),
    isPhrase: true,
    start: first.start,
    end: last.end,
    place: first.place,
    size: words.length,
    isBare: last.isBare,
  };
}

/** `leave of absence`, `복수 전공`: a phrase with other names is one word; the longest wins. */
function withPhrases(words: readonly PlacedWord[], text: string, knowledge: QueryKnowledge): readonly PlacedWord[] {
  const whole: PlacedWord[] = [];
  for (let i = 0; i < words.length;) {
    let next = words[i];
    for (let size = Math.min(LONGEST_PHRASE, words.length - i); size > 1 && next?.size === 1; size--)
      next = joined(words.slice(i, i + size), text, knowledge) ?? next;
    if (next === undefined) break;
    whole.push(next);
    i += next.size;
  }
  return whole;
}

/** Weight of an expression of function words (`해도 되다`), whatever its name. */
const FORM_EMPHASIS = 0.2;
/** Minimum weight of an expression with another name. */
const NAMED_EMPHASIS = 0.8;

/** An expression of the lexicon as one word: its own words, and its names in the documents. */
function paraphrased(
  covered: readonly PlacedWord[],
  { words: spans, meanings }: Paraphrase,
  text: string,
  analyser: Analyser,
): PlacedWord | undefined {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const further = meanings
    .map(({ text: meant, kind }): Alternative => ({ text: meant, terms: analyser.termsOf(meant), kind }))
    .filter(({ terms }) => terms.length > 0);
  if (further.length === 0) return undefined;
  const written = spans.map(({ start, end }) => text.slice(start, end));
  return {
    text: covered.length === 0 ? written.join(' ') : covered.map((word) => word.text).join(' '),
    terms: [...new Set(covered.flatMap((word) => word.terms))],
    alternatives: [...covered.flatMap((word) => word.alternatives), ...further],
    // A verb of the question's preamble is content once its meaning is known; function words are not.
    emphasis: covered.length === 0 ? FORM_EMPHASIS : Math.max(NAMED_EMPHASIS, ...covered.map((word) => word.emphasis)),
    topical: covered.some((word) => word.topical),
    isPhrase: covered.some((word) => word.isPhrase),
    start: first.start,
    end: last.end,
    place: covered[0]?.place ?? -1,
    size: Math.max(1, covered.length),
    isBare: covered.at(-1)?.isBare ?? false,
  };
}

/** The words of a question; those of each expression in the lexicon are joined to one. */
function withParaphrases(
  words: readonly PlacedWord[],
  text: string,
  { analyser, found }: { readonly analyser: Analyser; readonly found: readonly Paraphrase[] },
): readonly PlacedWord[] {
  let whole = [...words];
  for (const paraphrase of found) {
    const isCovered = (word: PlacedWord) =>
      paraphrase.words.some(({ start, end }) => word.start < end && word.end > start);
    const joint = paraphrased(whole.filter(isCovered), paraphrase, text, analyser);
    if (joint === undefined) continue;
    whole = [...whole.filter((word) => !isCovered(word)), joint].sort((a, b) => a.start - b.start);
  }
  return whole;
}

/**
 * `기간이 언제까지인가요`, `비용은 얼마`: the noun repeats the question word, and an answer with a date or a sum need not contain it.
 */
const KIND_ASKED =
  /(?<![가-힣])(?:기간|기한|시한|시기|일정|날짜|일자|마감|마감일|금액|비용|가격|장소|위치)(?=[이가은는]?\s?(?:언제|며칠|얼마|어디))/gu;
const KIND_ASKED_EMPHASIS = 0.3;

/**
 * Words before the question proper have less weight, and words of a feeling hardly any, if enough other words remain.
 */
function weighed(words: readonly PlacedWord[], asked: string, { end, feelings }: Story): QueryWord[] {
  const focus = FOCUS.exec(asked)?.[1]?.toLowerCase();
  const kinds = new Set([...asked.matchAll(KIND_ASKED)].map((found) => found.index));
  const isFelt = ({ start }: PlacedWord) => feelings.some((span) => start >= span.start && start < span.end);
  const left = words.filter((word) => !isFelt(word)).reduce((sum, word) => sum + word.emphasis, 0);
  return words.map((placed) => {
    const isPassedOver = left >= LEAST_ASKED && isFelt(placed);
    const share = isPassedOver ? FEELING_EMPHASIS : placed.start < end ? STORY_EMPHASIS : 1;
    const { text, terms, alternatives, topical, isPhrase = false } = placed;
    const named = text === focus ? FOCUS_EMPHASIS : kinds.has(placed.start) ? KIND_ASKED_EMPHASIS : 1;
    const emphasis = placed.emphasis * share * named;
    return { text, terms, alternatives, topical, emphasis, isPhrase };
  });
}

/** A function word, in a question of function words only. */
function asContent({ text, tokens }: { readonly text: string; readonly tokens: readonly Token[] }): QueryWord {
  return { text, terms: tokens.map((token) => token.term), alternatives: [], emphasis: 1, topical: false };
}

/** Content words and index terms of a question. A question of function words only keeps all its words. */
export function analyseQuery(asked: string, knowledge: QueryKnowledge): AnalysedQuery {
  // Composed first: the patterns for references and the word lists use composed Hangul.
  const text = halfWidth(asked.normalize('NFC'));
  const dayless = group(knowledge.analyser.tokens(withoutQuestionBoilerplate(withoutDay(text))));
  const groups = dayless.length > 0 ? dayless : group(knowledge.analyser.tokens(text));
  const raw = groups.map((tokens) => ({
    text: text.slice(tokens[0]?.start, tokens[0]?.end),
    start: tokens[0]?.start ?? 0,
    tokens,
  }));
  const story = storyOf(
    text,
    raw.map(({ start }) => start),
  );
  const starts = sentenceStarts(text);
  const content = raw.flatMap(({ text: written, start, tokens }, place) => {
    const unit = countedUnit(written, raw[place - 1]?.text);
    const isFirst = starts.has(start);
    const isLast = place === raw.length - 1;
    const word =
      unit === undefined
        ? contentWord({ text: written, isFirst, isLast, tokens }, knowledge)
        : unitWord(unit, knowledge);
    if (word === undefined) return [];
    const isBare = isHangul(written) && word.text === written && word.emphasis === 1 && !JOINING.test(written);
    return [{ ...word, start, end: start + written.length, place, size: 1, isBare }];
  });
  const found = (knowledge.paraphrases ?? NO_PARAPHRASES).in(text);
  const topics = withWholeTopics(withPhrases(content, text, knowledge));
  const whole = withParaphrases(topics, text, { analyser: knowledge.analyser, found });
  const words = bounded(whole.length > 0 ? weighed(whole, text, story) : raw.map(asContent));
  return { text, words, terms: indexTerms(words) };
}
