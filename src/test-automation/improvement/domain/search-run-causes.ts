import { CHECK_ANSWER } from '../../attribution/domain/row-cause.js';
import { abstainedText, retrievedLists, withheldBy } from '../../attribution/domain/trace-attribution.js';
import { CounterfactualKind, cured, rankText, runText } from './counterfactual-run.js';
import { Cause, SessionFailure } from './session-failure.js';

const COMPARE_WORDS = 'Compare the words of the question with those of the passage.';

const OTHERS: readonly (Omit<Cause, 'shownBy'> & { readonly kind: CounterfactualKind })[] = [
  {
    kind: 'hyde_on',
    key: 'hyde',
    component: 'hyde',
    because: 'A hypothetical passage leads to the right one, and the conditions of hyde leave the question out.',
    change: 'Widen the conditions of hyde (vague_words, vague_patterns) in pipeline.json.',
  },
  {
    kind: 'other_edition',
    key: 'edition',
    component: 'query_analyzer',
    because: 'The question is about another day than the day of the searched editions.',
    change: 'Extend the rules that read the day from the question (as_of).',
  },
  {
    kind: 'wider_search',
    key: 'depth',
    component: 'hybrid_search',
    because: 'Too few passages are read.',
    change: 'Read more passages (top_k), or look at the weights of the search.',
  },
];

/** Changes of one part of the target. */
const OF_PARTS: ReadonlySet<CounterfactualKind> = new Set([
  'component_off',
  'wider_search',
  'hyde_on',
  'synonym',
  'other_edition',
  'wider_filter',
]);

/** The passage was not retrieved, and handing it over does not help either: the search is not the whole cause. */
export function notBySearchAlone(found: SessionFailure): Cause | undefined {
  const handed = found.runs.find((run) => run.kind === 'oracle_retrieval');
  if (handed?.success !== false || cured(found, 'oracle_retrieval') !== undefined) return undefined;
  const withheld = withheldBy(found.row.result);
  return withheld === undefined
    ? {
        key: 'reading',
        component: 'answer_writer',
        because: 'Even with the right passage handed over the answer is wrong: it is read wrongly.',
        change: CHECK_ANSWER,
        shownBy: handed,
      }
    : {
        key: 'withheld_all_the_same',
        // The threshold decided, but with the passage that was not found the answer is wrong too.
        component: null,
        because: `It ${abstainedText(withheld)}; handing over the right passage does not help.`,
        change: COMPARE_WORDS,
        shownBy: handed,
      };
}

/** A change of its words that makes the search find the passage. Where synonyms were tried in vain, no part is shown by it. */
export function byWording(found: SessionFailure): Cause | undefined {
  const run = cured(found, 'wording');
  if (run === undefined) return undefined;
  const areInVain = found.runs.some(({ kind }) => kind === 'synonym');
  return {
    key: run.words?.to == null ? 'words_beside' : areInVain ? 'words_alone' : 'words',
    component: run.words?.to != null && areInVain ? null : 'query_analyzer',
    because: `In the words of the question the search alone has the gold passage ${rankText(found.goldRank)}. ${runText(run)}.`,
    change:
      run.words?.to == null
        ? 'Look at the words that ask for nothing.'
        : areInVain
          ? COMPARE_WORDS
          : 'Look at the synonyms of that word.',
    shownBy: run,
  };
}

/** Other weights, with which the passage is found and the answer is right. */
export function byWeights(found: SessionFailure): Cause | undefined {
  const run = cured(found, 'weights');
  if (run?.component == null) return undefined;
  return {
    key: `weights:${run.component}`,
    component: run.component,
    because: `The search alone has the gold passage ${rankText(found.goldRank)}, and other weights bring it among those that are read. ${runText(run)}.`,
    change:
      run.component === 'hybrid_search'
        ? 'Look at the weights of words and vectors.'
        : 'Look at the numbers of the second retrieval (decisive, feedback_terms) in pipeline.json.',
    shownBy: run,
  };
}

/** The passage was not found, and no change of one part that was tried finds it. */
export function byNoPart(found: SessionFailure): Cause {
  const { row, runs } = found;
  const tried = runs.filter(({ kind }) => OF_PARTS.has(kind)).length + (found.weightsTried ?? 0);
  return {
    key: 'no_part',
    component: null,
    because: `The right passage was not found among the ${retrievedLists(row.result.events).last.length} retrieved passages, and none of ${tried} changes of one part of the target helps.`,
    change: COMPARE_WORDS,
    shownBy: cured(found, 'oracle_rewrite') ?? cured(found, 'oracle_retrieval'),
  };
}

/** Changes of the search that help if the right passage was not retrieved. */
export function byOtherSearch(found: SessionFailure): Cause | undefined {
  return OTHERS.flatMap(({ kind, ...cause }) => {
    const run = cured(found, kind);
    return run === undefined ? [] : [{ ...cause, shownBy: run }];
  })[0];
}
