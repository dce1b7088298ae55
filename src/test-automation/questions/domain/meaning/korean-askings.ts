import { Article, sentencesOf } from '../articles.js';
import { CoreQuestion } from '../core-question.js';
import { comparisonOf, standingClauses } from '../korean-seeds.js';
import { canStandAlone, plainSentence } from './korean-phrases.js';
import { koreanValues } from './korean-values.js';
import { koreanTableAskings } from './korean-tables.js';
import { koreanPaperLists, koreanWays } from './korean-ways.js';

/** Articles about the purpose or the start of a rule book: nobody asks about them. */
const NO_RULES = /목적|정의|용어|별표|적용\s?범위|시행일|경과\s?조치|준용|시행세칙|운영세칙/u;

/** Facts that name no paper in particular: any answer has them. */
const EMPTY_FACT = /^(?:관련 ?)?(?:신청서|서류|양식|서식|문서|신청|자료)$/u;

/** Kinds of one thing end alike: 급속충전 and 완속충전. People seldom compare others. */
function isOfOneKind({ forms }: CoreQuestion): boolean {
  const [, first = '', second = ''] = /^(\S+)[과와] (\S+)[은는] /u.exec(forms.polite) ?? [];
  return first.slice(-1) === second.slice(-1);
}

/** `센터장은 … 총장이 임명하며, 임기는 2년으로 한다`: the start of the sentence says whose term it is. */
const subjectIn = (plain: string): string | undefined =>
  // `위원장은 처장으로 하고, 15명의 위원으로 구성하며, 임기는`: that of the members, or of both.
  /구성(?:하며|하고|하되)/u.test(plain)
    ? undefined
    : /^(?<who>[가-힣A-Za-z·]{2,14}(?: 위원)?)(?:은|는) /u.exec(plain)?.groups?.['who'];

/** Questions about the sentences of a Korean article, in few and everyday words. */
export function koreanAskings(article: Article): CoreQuestion[] {
  if (NO_RULES.test(`${article.title} ${article.section ?? ''}`)) return [];
  const sentences = sentencesOf(article).flatMap((sentence) => {
    if (sentence.text.includes('|')) return [];
    // A proviso is unclear without its main sentence.
    if (/(?:^|\s|[)）])(?:다만|단),\s*/u.test(sentence.text)) return [];
    const plain = plainSentence(sentence.text);
    if (!canStandAlone(plain)) return [];
    const values = standingClauses(plain).flatMap((clause) =>
      koreanValues(article, sentence, { clause, subject: subjectIn(plain) }),
    );
    return [
      ...comparisonOf(article, sentence, plain).filter(isOfOneKind),
      ...values,
      ...koreanWays(article, sentence, plain),
    ];
  });
  return [...sentences, ...koreanPaperLists(article), ...koreanTableAskings(article)].filter(
    ({ facts }) => !facts.every((fact) => EMPTY_FACT.test(fact)),
  );
}
