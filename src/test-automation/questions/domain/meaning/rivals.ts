import { Steps } from '../../../../shared/domain/steps.js';
import { groupedBy } from '../../../domain/grouped-by.js';
import { SourceDocument } from '../../../domain/source-document.js';
import { Article, articleKeyOf, articlesOf, sentencesOf } from '../articles.js';
import { CoreQuestion } from '../core-question.js';
import { numbersIn } from '../english-seeds.js';
import { koreanSlots } from '../korean-slot.js';
import { letterPairs } from './letter-pairs.js';

/** A sentence and its letter pairs, together with those of its titles. */
interface FactSentence {
  readonly articleKey: string;
  readonly text: string;
  readonly pairs: ReadonlySet<string>;
}

/** A sentence with this share of the gold's weight answers the question too. */
const RIVAL_SHARE = 0.8;
/** Letter pairs of more than this share of the sentences distinguish nothing. */
const COMMON_SHARE = 0.2;

const WHO = /[가-힣·]{1,14}(?:장|위원회|처|팀|교수|이사회|센터|실|부서)(?=의|이|가|에서|으로|에게)/gu;
const FOLLOWS =
  /제적|퇴학|경고|취소|상실|환수|반환|배상|변상|면직|해촉|무효|불합격|퇴사|박탈|해임|중지|감점|결석|해지|반납/gu;
const PAPER =
  /[가-힣]{1,12}(?:신청서|계획서|보고서|확인서|증명서|진단서|사유서|동의서|추천서|서약서|원서|청구서|신고서)/gu;

/** Values of a sentence that would answer a question of the seed's kind. */
function answersLike({ asks, slot, language, facts }: CoreQuestion, text: string): string[] {
  if (language === 'en') {
    const unit = unitOf(facts[0] ?? '');
    return asks === 'amount' || asks === 'deadline'
      ? numbersIn(text).flatMap(({ fact }) => (unitOf(fact) === unit ? [fact] : []))
      : [];
  }
  if (asks === 'who' || slot === 'who') return [...text.matchAll(WHO)].map((m) => m[0]);
  if (asks === 'papers') return [...text.matchAll(PAPER)].map((m) => m[0]);
  if (asks === 'how')
    return /하려면|하고자|하려는/u.test(text) ? [...text.matchAll(PAPER), ...text.matchAll(WHO)].map((m) => m[0]) : [];
  if (asks === 'consequence') return [...text.matchAll(FOLLOWS)].map((m) => m[0]);
  if (asks === 'may') return [];
  const units = new Set(facts.flatMap((fact) => koreanSlots(fact).map(({ unit }) => unit)));
  return koreanSlots(text).flatMap((one) => (units.has(one.unit) ? [one.fact] : []));
}

/** The last word of a value: what it counts, in the singular. */
const unitOf = (fact: string): string => (fact.toLowerCase().split(/\s+/u).at(-1) ?? '').replace(/s$/u, '');

const contextOf = ({ document, title }: Article): string => `${document.title} ${title}`;

/** Finds other places of the store that answer a question as well as its gold does, with another value. */
export class Rivals {
  private readonly byArticle: ReadonlyMap<string, readonly FactSentence[]>;

  private constructor(
    private readonly sentences: readonly FactSentence[],
    private readonly postings: ReadonlyMap<string, readonly number[]>,
  ) {
    this.byArticle = groupedBy(sentences, (sentence) => sentence.articleKey);
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
    if (gold === 0) return true;
    const scores = new Map<number, number>();
    for (const { places, weight } of told) for (const at of places) scores.set(at, (scores.get(at) ?? 0) + weight);
    for (const [at, score] of scores) {
      if (score < gold * RIVAL_SHARE) continue;
      const other = this.sentences[at];
      if (other === undefined || other === own || core.quote.includes(other.text)) continue;
      const answers = answersLike(core, other.text);
      if (answers.some((answer) => core.facts.every((fact) => !fact.includes(answer) && !answer.includes(fact))))
        return true;
    }
    return false;
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
