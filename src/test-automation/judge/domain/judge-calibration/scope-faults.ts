import { Steps } from '../../../../shared/domain/steps.js';
import { SeededRandom } from '../../../domain/seeded-random.js';
import { Question } from '../../../domain/question.js';
import { Change } from './text-changes.js';
import {
  dropCondition,
  exceptionIn,
  exchangeActor,
  ProvisionException,
  reverseCondition,
  ruleAlone,
} from './scope-changes.js';
import { answerOf, SCOPE_FAULTS, ScopeFault, TrialCase } from './trial-case.js';
import { sourceOf, TrialProvision } from './trial-provision.js';

/** A wrong answer, and the question where it is not that of the provision. */
type ScopedAnswer = Pick<TrialCase, 'answer' | 'question'>;
type ScopeMaker = (provision: TrialProvision, random: SeededRandom) => ScopedAnswer | undefined;

const cited = (p: TrialProvision, text: string, question: Question = p.question): ScopedAnswer => ({
  question,
  answer: answerOf(text, [sourceOf(p.core)]),
});

/** A change of the answering sentence, or else of one next to the right answer. */
function changed(change: Change): ScopeMaker {
  return (p, random) => {
    const draw = () => random.next();
    for (const clause of [p.clause, ...random.shuffled(p.others)]) {
      const wrong = change(clause, p.article.text, draw);
      if (wrong === undefined || wrong === clause || p.article.document.text.includes(wrong)) continue;
      return cited(p, clause === p.clause ? wrong : `${p.clause} ${wrong}`);
    }
    return undefined;
  };
}

/** The exception of the answering sentence: in the sentence itself, or the next one of its provision. */
function exceptionOf({ clause, others, article }: TrialProvision): ProvisionException | undefined {
  const own = exceptionIn(clause);
  if (own !== undefined) return own;
  const text = article.text.replace(/\s+/gu, ' ');
  const at = text.indexOf(clause);
  const next = others.find(
    (other) =>
      at !== -1 &&
      text
        .slice(at + clause.length)
        .trimStart()
        .startsWith(other),
  );
  return next === undefined ? undefined : exceptionIn(next);
}

const NUMBER =
  /(?<![\d,])\d{1,9}(?:,\d{3}){0,3}\s?(?:퍼센트|개월|학기|학점|시간|일|년|주|명|회|급|점|days?|hours?|months?|weeks?|years?|percent)/gu;

/** The rule alone, asked about the case of its exception. */
const omittedException: ScopeMaker = (p) => {
  const found = exceptionOf(p);
  if (found === undefined || !p.article.document.text.includes(found.sentence)) return undefined;
  const { topic, documentTitle } = p.core;
  const rule = ruleAlone(p.clause);
  if (rule === found.sentence) return undefined;
  const facts = (found.sentence.match(NUMBER) ?? []).filter((fact) => !rule.includes(fact));
  const text =
    p.language === 'ko'
      ? `${documentTitle}의 ${topic}에서 ${found.occasion}에는 어떻게 되나요?`
      : `${topic}: what applies if ${found.occasion}?`;
  const gold = { ...p.question.gold, quote: found.sentence, requiredFacts: facts };
  return cited(p, rule, { ...p.question, text, intents: { surface: text, hidden: text, behavioral: text }, gold });
};

/** The exception stated as the rule, next to the right answer. */
const exceptionAsRule: ScopeMaker = (p) => {
  const found = exceptionOf(p);
  return found?.asRule === undefined ? undefined : cited(p, `${ruleAlone(p.clause)} ${found.asRule}`);
};

const MAKERS: Readonly<Record<ScopeFault, ScopeMaker>> = {
  wrong_actor: changed(exchangeActor),
  reversed_condition: changed(reverseCondition),
  dropped_condition: changed(dropCondition),
  omitted_exception: omittedException,
  exception_as_rule: exceptionAsRule,
};

/**
 * Faults by who acts, by the condition and by the exception, from the provisions of one language. They have random numbers of their own, so
 * that the cases of the other kinds do not depend on them.
 * @param most cases of each kind
 */
export function* scopeFaults(
  provisions: readonly TrialProvision[],
  random: SeededRandom,
  most: number,
): Steps<TrialCase[]> {
  const made: TrialCase[] = [];
  for (const kind of SCOPE_FAULTS) {
    const own = random.fork(kind);
    let count = 0;
    for (const p of own.shuffled(provisions)) {
      if (count === most) break;
      yield;
      const found = MAKERS[kind](p, own);
      if (found === undefined) continue;
      made.push({ id: `${kind}/${p.core.key}`, kind, isFault: true, language: p.language, ...found });
      count++;
    }
  }
  return made;
}
