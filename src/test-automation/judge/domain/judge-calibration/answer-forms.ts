import { withParticle } from '../../../../text/korean/korean-particle.js';
import { sourceOf, TrialProvision } from './trial-provision.js';
import { Change, flipComparator, inventNumber, negate, paraphrase, swapNumber } from './text-changes.js';
import { OWN_ANSWERS, OwnAnswer } from './own-forms.js';
import { AnswerForm, answerOf, isOwn, OwnForm, TrialCase } from './trial-case.js';

/** Puts a clause into the form; undefined if the clause does not offer what the form needs. */
type Former = (clause: string, p: TrialProvision, fact: string) => string | undefined;

const isKorean = ({ language }: TrialProvision): boolean => language === 'ko';
const withoutStop = (text: string): string => text.replace(/\.$/u, '');

/** Endings of speech in place of those of rules. */
const spokenKorean = (clause: string): string =>
  clause
    .replace(/하여야 한다\.$/u, '하셔야 해요.')
    .replace(/할 수 없다\.$/u, '하실 수 없어요.')
    .replace(/할 수 있다\.$/u, '하실 수 있어요.')
    .replace(/로 한다\.$/u, '입니다.')
    .replace(/한다\.$/u, '해요.')
    .replace(/된다\.$/u, '돼요.');

type ClauseForm = Exclude<AnswerForm, OwnForm>;

const FORMS: Readonly<Record<ClauseForm, Former>> = {
  verbatim: (clause) => clause,
  own_words: (clause, p) => {
    const changed = isKorean(p) ? spokenKorean(clause) : paraphrase(clause, p.article.text, () => 0);
    return changed === clause ? undefined : changed;
  },
  short: (_, p, fact) => (p.core.facts.length === 1 ? (isKorean(p) ? `${fact}입니다.` : `${fact}.`) : undefined),
  bullets: (clause, p) => `${isKorean(p) ? `${p.core.topic} 안내` : `About ${p.core.topic}`}:\n\n- ${clause}`,
  table: (_, p, fact) =>
    p.core.facts.length === 1
      ? `| ${isKorean(p) ? '항목 | 내용' : 'Item | Value'} |\n|---|---|\n| ${p.core.topic} | ${fact} |`
      : undefined,
  hedged: (clause, p) =>
    isKorean(p)
      ? `제가 이해하기로는 ${clause}`
      : `As far as I can see, ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`,
  reasoned: (clause, p) =>
    `<think>${isKorean(p) ? '99일일까? 다시 보자.' : 'Is it 99 days? Let me look again.'}</think>\n${clause}`,
  contact_line: (clause, p) =>
    isKorean(p)
      ? `안녕하세요! ${clause} 더 궁금하신 점은 담당 부서에 문의해 주세요.`
      : `Thanks for asking! ${clause} Feel free to contact the team in charge.`,
  long: (clause, p) => (p.others.length < 2 ? undefined : `${p.others[0] ?? ''} ${clause} ${p.others[1] ?? ''}`),
  named: (clause, p) =>
    isKorean(p)
      ? `${withParticle(`「${p.core.documentTitle}」`, 'topic')} 이렇게 정합니다: ${withoutStop(clause)}.`
      : `“${p.core.documentTitle}” says: ${clause}`,
};

const FAULTS: readonly Change[] = [inventNumber, swapNumber, flipComparator, negate];

/** A clause with a wrong content, and the wrong fact. */
function faulty(
  p: TrialProvision,
  random: () => number,
): { readonly clause: string; readonly fact: string } | undefined {
  const [fact = ''] = p.core.facts;
  for (const change of FAULTS) {
    const clause = change(p.clause, p.article.text, random);
    if (clause === undefined || clause === p.clause || p.article.document.text.includes(clause)) continue;
    const number = change(fact, p.article.text, random);
    return { clause, fact: number ?? fact };
  }
  return undefined;
}

/** The right clause, or a wrong one, in the form. */
function ofClause(p: TrialProvision, form: ClauseForm, isFault: boolean, random: () => number): OwnAnswer | undefined {
  const [fact = ''] = p.core.facts;
  const said = isFault ? faulty(p, random) : { clause: p.clause, fact };
  if (said === undefined) return undefined;
  // A form that states the fact alone needs a wrong fact.
  if (isFault && (form === 'short' || form === 'table') && said.fact === fact) return undefined;
  const text = FORMS[form](said.clause, p, said.fact);
  return text === undefined ? undefined : { text };
}

/**
 * A right or a wrong answer in a form, with or without its source.
 * @returns undefined if the provision does not offer what the form needs
 */
export function formedCase(
  p: TrialProvision,
  form: AnswerForm,
  is: { readonly isFault: boolean; readonly cited: boolean },
  random: () => number,
): TrialCase | undefined {
  const made = isOwn(form) ? OWN_ANSWERS[form](p, is.isFault, random) : ofClause(p, form, is.isFault, random);
  if (made === undefined) return undefined;
  return {
    id: `${form}/${is.isFault ? 'wrong' : 'right'}/${is.cited ? 'cited' : 'uncited'}/${p.core.key}`,
    kind: is.isFault ? 'invented_number' : 'exact',
    isFault: is.isFault,
    language: p.language,
    question: {
      ...p.question,
      text: made.asked ?? p.question.text,
      gold: { ...p.question.gold, requiredFacts: made.facts ?? p.question.gold.requiredFacts },
    },
    answer: answerOf(made.text, is.cited ? [sourceOf(p.core)] : []),
    form: { form, cited: is.cited, boilerplate: p.hasTwins },
  };
}
