import { foldLabel } from '../../../shared/domain/category-path.js';
import { HiddenProvision, Question } from '../../domain/question.js';
import { CoreQuestion } from './core-question.js';
import { Asker, questionFor } from './kind-question.js';
import { intentsOf, NO_GOLD, questionId } from './make-question.js';
import { contentOf, contextFor, isOfManyBodies } from './meaning/question-context.js';
import { restatementOf } from './meaning/restated.js';
import { Refusal } from './meaning/question-checks.js';

type Category = readonly string[];

/** Number of labels that two categories begin with. */
function shared(a: Category, b: Category): number {
  let same = 0;
  while (same < Math.min(a.length, b.length) && foldLabel(a[same] ?? '') === foldLabel(b[same] ?? '')) same++;
  return same;
}

/** Whether a category is neither at, below nor above another one. */
const isBeside = (one: Category, other: Category): boolean => shared(one, other) < Math.min(one.length, other.length);

/** The fewest categories that together have all documents outside a category, its parents and its children. */
export function categoriesBeside(category: Category, all: readonly Category[]): Category[] {
  const beside = all.filter((one) => isBeside(one, category)).map((one) => one.slice(0, shared(one, category) + 1));
  return [...new Map(beside.map((one) => [one.map(foldLabel).join('/'), one])).values()];
}

type HidingAsker = Omit<Asker, 'onRefused'> & {
  readonly onRefused: (reason: Refusal | 'answered_elsewhere' | 'restated_elsewhere') => void;
};

/**
 * A question that its provision would answer, for a target that may not see the category of that provision.
 * @returns undefined if the documents have no other category, or if a document of another category may answer the question too
 */
export function hiddenQuestion(core: CoreQuestion, asker: HidingAsker): Question | undefined {
  const visible = categoriesBeside(core.path, asker.pool.categories);
  if (visible.length === 0) return undefined;
  return unanswered(core, asker, { visible }, (category) => isBeside(category, core.path));
}

/**
 * A question that only an edition answers which is no longer or not yet in force on the day of the question.
 * @param core of an edition that is not in force
 * @returns undefined if a document in force may answer the question too
 */
export function expiredQuestion(core: CoreQuestion, asker: HidingAsker): Question | undefined {
  const { effectiveFrom, effectiveTo } = core;
  return unanswered(core, asker, { edition: { effectiveFrom, effectiveTo } }, () => true);
}

function unanswered(
  core: CoreQuestion,
  asker: HidingAsker,
  hiding: Pick<HiddenProvision, 'visible' | 'edition'>,
  isVisible: (category: Category) => boolean,
): Question | undefined {
  const { pool, persona } = asker;
  const question = pool.rivals === undefined ? undefined : questionFor(core, 'fact', asker);
  if (pool.rivals === undefined || question === undefined) return undefined;
  const context = contextFor(core, pool.rivals);
  // `장학금 관련해서, 위원회는 몇 명`: a visible document about a similar subject has a committee too.
  if (isOfManyBodies(core) && context?.isOwner !== true) return undefined;
  const asked = `${context?.text ?? ''} ${contentOf(core)}`;
  if (pool.rivals.isAnswered(core, asked, isVisible)) {
    asker.onRefused('answered_elsewhere');
    return undefined;
  }
  const { search, comparison } = pool;
  const isCompared = search !== undefined && comparison !== undefined;
  if (isCompared && restatementOf(core, context, { search, comparison, isVisible }) !== undefined) {
    asker.onRefused('restated_elsewhere');
    return undefined;
  }
  const { documentId, section, quote, language, topic } = core;
  return {
    ...question,
    id: questionId('unanswerable', persona.id, [core.key]),
    kind: 'unanswerable',
    intents: intentsOf(persona, { language, topic, asked: core.forms.embedded }, false),
    gold: NO_GOLD,
    hidden: { documentId, section, quote, ...hiding },
  };
}
