import { Steps } from '../../../../shared/domain/steps.js';
import { SourceDocument } from '../../../domain/session-scope.js';
import { Article, articleKeyOf, articlesOf, sentencesOf } from '../articles.js';
import { CoreQuestion } from '../core-question.js';
import { numbersIn } from '../english-seeds.js';
import { koreanSlots } from '../korean-slot.js';
import { letterPairs } from './question-checks.js';
import { PAPERS } from './korean-phrases.js';

/** A sentence and its letter pairs, together with those of its titles. */
interface FactSentence {
  readonly articleKey: string;
  readonly category: readonly string[];
  readonly text: string;
  readonly pairs: ReadonlySet<string>;
}

interface Match extends FactSentence {
  /** As a share of the gold's match. */
  readonly score: number;
  readonly isOwn: boolean;
}

/** A sentence with this share of the gold's weight answers the question too. */
const RIVAL_SHARE = 0.8;
/** The same for a sentence of the gold's own article. */
const OWN_ARTICLE_SHARE = 0.6;
/** Words are compared by this many letters: `requests` and `requested` are one. */
const STEM = 5;
/** Fewer words are in many sentences by chance. */
const FEWEST_STEMS = 2;
/** A sentence with this share and a value of the asked kind may answer it: a question counts as unanswerable only without such a sentence. */
const ANSWERING_SHARE = 0.65;
/** With the gold's own facts, a sentence with this share may answer it. */
const SAME_FACTS_SHARE = 0.5;
/** Letter pairs of more than this share of the sentences distinguish nothing. */
const COMMON_SHARE = 0.2;

const WHO = /[가-힣·]{1,14}(?:장|위원회|처|팀|교수|이사회|센터|실|부서)(?=의|이|가|에서|으로|에게)/gu;
const FOLLOWS =
  /제적|퇴학|경고|취소|상실|환수|반환|배상|변상|면직|해촉|무효|불합격|퇴사|박탈|해임|중지|감점|결석|해지|반납/gu;
const PAPER = new RegExp(`[가-힣]{0,12}(?:${PAPERS})`, 'gu');

/**
 * Values of a sentence that would answer a question of the seed's kind.
 * @param isSibling whether the sentence is in the seed's own article
 */
function answersLike({ asks, slot, language, facts }: CoreQuestion, text: string, isSibling = false): string[] {
  if (language === 'en') {
    const unit = unitOf(facts[0] ?? '');
    // Another article may say the same time in weeks; the same article rules another case with it.
    const isAlike = (other: string) => other === unit || (!isSibling && A_TIME.test(unit) && A_TIME.test(other));
    return asks === 'amount' || asks === 'deadline'
      ? numbersIn(text).flatMap(({ fact }) => (isAlike(unitOf(fact)) ? [fact] : []))
      : [];
  }
  if (asks === 'who' || slot === 'who') return [...text.matchAll(WHO)].map((m) => m[0]);
  if (asks === 'papers') return [...text.matchAll(PAPER)].map((m) => m[0]);
  if (asks === 'how')
    return /려면|고자|려는|려고/u.test(text) ? [...text.matchAll(PAPER), ...text.matchAll(WHO)].map((m) => m[0]) : [];
  if (asks === 'consequence') return [...text.matchAll(FOLLOWS)].map((m) => m[0]);
  if (asks === 'may') return [];
  const units = new Set(facts.flatMap((fact) => koreanSlots(fact).map(({ unit }) => unit)));
  return koreanSlots(text).flatMap((one) => (units.has(one.unit) ? [one.fact] : []));
}

/** Whether the answers of a question have no form by which they could be found in a sentence. */
const isOpen = ({ asks, isComparison, language }: CoreQuestion): boolean =>
  asks === 'may' || isComparison || (language === 'en' && asks !== 'amount' && asks !== 'deadline');

/** Whether a question asks who does something with a body or an office that is neither the topic nor the object of a sentence. */
function isAboutOther({ language, asks, forms }: CoreQuestion, text: string): boolean {
  if (language !== 'ko' || asks !== 'who') return false;
  const topic = /^(?:\S+ )?(?<topic>[가-힣·]{2,14})[은는] /u.exec(forms.polite)?.groups?.['topic'];
  return topic !== undefined && !new RegExp(`(?<![가-힣])${topic}(?:은|는|을|를)`, 'u').test(text);
}

const stemsOf = (text: string): string[] => [
  ...new Set([...text.toLowerCase().matchAll(/[a-z]{4,}/gu)].map(([word]) => word.slice(0, STEM))),
];
const hasWords = (text: string, stems: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return stems.length >= FEWEST_STEMS && stems.every((stem) => lower.includes(stem));
};

/** The last word of a value: what it counts, in the singular. */
const unitOf = (fact: string): string => (fact.toLowerCase().split(/\s+/u).at(-1) ?? '').replace(/s$/u, '');

const A_TIME = /^(?:minute|hour|day|week|month|year)$/u;

const contextOf = ({ document, title }: Article): string => `${document.title} ${title}`;

/** Finds other places of the store that answer a question as well as its gold does, with another value. */
export class Rivals {
  private readonly byArticle: ReadonlyMap<string, readonly FactSentence[]>;

  private constructor(
    private readonly sentences: readonly FactSentence[],
    private readonly postings: ReadonlyMap<string, readonly number[]>,
  ) {
    this.byArticle = Map.groupBy(sentences, (sentence) => sentence.articleKey);
  }

  static *of(documents: readonly SourceDocument[]): Steps<Rivals> {
    const sentences: FactSentence[] = [];
    const postings = new Map<string, number[]>();
    for (const document of documents) {
      yield;
      for (const article of articlesOf(document)) {
        const context = contextOf(article);
        for (const { text } of partsOf(article)) {
          const pairs = letterPairs(`${context} ${text}`);
          for (const pair of pairs) append(postings, pair, sentences.length);
          sentences.push({
            articleKey: articleKeyOf(article),
            category: document.canonicalPath,
            text,
            pairs,
          });
        }
      }
    }
    return new Rivals(sentences, postings);
  }

  /**
   * @param asked the question in the documents' words, without the words that only ask
   * @returns whether a sentence with another answer matches the question nearly as well as the gold does
   */
  hasRival(core: CoreQuestion, asked: string): boolean {
    const matches = this.matches(core, asked);
    if (matches === undefined) return true;
    const stems = stemsOf(asked);
    if (this.isComparedElsewhere(core)) return true;
    for (const { text, score, isOwn, articleKey } of matches) {
      // A further paragraph of the same article rules a special case of the same matter.
      const isSibling = articleKey === core.articleKey && core.group === undefined && !text.startsWith('|');
      if (score < (isSibling ? OWN_ARTICLE_SHARE : RIVAL_SHARE) || isOwn) continue;
      // `위원장은 누가 맡나요`: a sentence in which somebody else is the topic does not answer it.
      if (isAboutOther(core, text)) continue;
      // Nothing in the form of an answer shows whether this sentence is one: no other article may have all words of the question.
      if (isOpen(core) && core.language === 'en' && articleKey !== core.articleKey) {
        if (hasWords(text, stems) && core.facts.every((fact) => !text.includes(fact))) return true;
        continue;
      }
      const answers = answersLike(core, text, isSibling);
      if (answers.some((answer) => core.facts.every((fact) => !fact.includes(answer) && !answer.includes(fact))))
        return true;
    }
    return false;
  }

  /** Whether a sentence of the document, or one of its titles, has a word. */
  isNamedIn(documentId: string, word: RegExp): boolean {
    return [...this.byArticle].some(
      ([key, sentences]) => key.startsWith(`${documentId}#`) && sentences.some(({ text }) => word.test(text)),
    );
  }

  /** Whether another article of the document distinguishes the two things of a Korean comparison too. */
  private isComparedElsewhere({ isComparison, forms, articleKey, documentId }: CoreQuestion): boolean {
    const [, first, second] = isComparison ? (/^(\S+)[과와] (\S+)[은는] /u.exec(forms.polite) ?? []) : [];
    if (first === undefined || second === undefined) return false;
    return [...this.byArticle].some(
      ([key, sentences]) =>
        key !== articleKey &&
        key.startsWith(`${documentId}#`) &&
        [first, second].every((name) => sentences.some(({ text }) => text.includes(name))),
    );
  }

  /**
   * @param isVisible whether the documents of a category count
   * @returns whether a visible sentence may answer the question, with the value of the seed or with another one
   */
  isAnswered(core: CoreQuestion, asked: string, isVisible: (category: readonly string[]) => boolean): boolean {
    const matches = this.matches(core, asked);
    if (matches === undefined) return true;
    return matches.some(
      ({ text, score, category }) =>
        score >= SAME_FACTS_SHARE &&
        isVisible(category) &&
        (core.facts.every((fact) => text.includes(fact)) ||
          (score >= ANSWERING_SHARE && (isOpen(core) || answersLike(core, text).length > 0))),
    );
  }

  /** Sentences by how well they match the question, as a share of the gold's match; undefined if the gold itself does not match. */
  private matches(core: CoreQuestion, asked: string): Match[] | undefined {
    const common = this.sentences.length * COMMON_SHARE;
    const told = [...letterPairs(asked)]
      .map((pair) => ({ pair, places: this.postings.get(pair) ?? [] }))
      .filter(({ places }) => places.length <= Math.max(8, common))
      .map((one) => ({ ...one, weight: Math.log(1 + this.sentences.length / (1 + one.places.length)) }));
    const own = (this.byArticle.get(core.articleKey) ?? []).find(
      ({ text }) => core.quote.includes(text) || text.includes(core.quote),
    );
    const goldPairs = own?.pairs ?? letterPairs(`${core.documentTitle} ${core.topic} ${core.quote}`);
    const gold = told.reduce((sum, { pair, weight }) => sum + (goldPairs.has(pair) ? weight : 0), 0);
    if (gold === 0) return undefined;
    const scores = new Map<number, number>();
    for (const { places, weight } of told) for (const at of places) scores.set(at, (scores.get(at) ?? 0) + weight);
    return [...scores].flatMap(([at, score]): Match[] => {
      const sentence = this.sentences[at];
      if (sentence === undefined) return [];
      const isOwn = sentence === own || core.quote.includes(sentence.text);
      return [{ ...sentence, score: score / gold, isOwn }];
    });
  }
}

/** The sentences of an article, and each row of its tables by itself. */
function* partsOf(article: Article): Generator<{ readonly text: string }> {
  for (const sentence of sentencesOf(article)) {
    if (!sentence.text.includes('|')) yield sentence;
    else for (const text of sentence.text.split('\n')) if (text.trim() !== '') yield { text };
  }
}

function append(postings: Map<string, number[]>, pair: string, at: number): void {
  const list = postings.get(pair);
  if (list === undefined) postings.set(pair, [at]);
  else list.push(at);
}
