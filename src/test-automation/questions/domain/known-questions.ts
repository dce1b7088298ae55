import { Steps } from '../../../shared/domain/steps.js';
import { coresInSteps } from './all-seeds.js';
import { articlesOf } from './articles.js';
import { CoreQuestion } from './core-question.js';
import { isInForce } from './question-pool.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { SourceDocument } from '../../domain/session-scope.js';

/** A plain question with a known right passage. */
export interface KnownQuestion {
  readonly question: string;
  readonly language: 'en' | 'ko';
  readonly documentId: string;
  readonly quote: string;
}

const isPlain = (core: CoreQuestion): boolean => !core.isComparison && core.group === undefined;

/** A provision of the store: its name and its whole text. */
export interface KnownProvision {
  readonly heading: string;
  readonly text: string;
}

/** The content of the store that components are tested with. */
export interface TestMaterial {
  readonly questions: readonly KnownQuestion[];
  readonly provisions: readonly KnownProvision[];
}

/** Day `YYYY-MM-DD` of the editions, seed of the choice, and the maximum number. */
export interface MaterialChoice {
  readonly day: string;
  readonly seed: number;
  readonly mostQuestions: number;
  readonly mostProvisions: number;
}

/**
 * Neutral questions, one for each document, and provisions, both chosen by the seed. They are the test input of components before or after
 * a search.
 */
export function* materialInSteps(documents: readonly SourceDocument[], choice: MaterialChoice): Steps<TestMaterial> {
  const random = new SeededRandom(`components/${choice.seed}`);
  const inForce = random.shuffled(documents.filter((one) => isInForce(one, choice.day)));
  const questions: KnownQuestion[] = [];
  for (const document of inForce) {
    if (questions.length >= choice.mostQuestions) break;
    const core = random.pick((yield* coresInSteps(document)).filter(isPlain));
    if (core === undefined) continue;
    const { language, documentId, quote } = core;
    questions.push({ question: `${core.topic}: ${core.forms.polite}`, language, documentId, quote });
  }
  const provisions: KnownProvision[] = [];
  for (const document of inForce) {
    if (provisions.length >= choice.mostProvisions) break;
    yield;
    for (const { title, text } of articlesOf(document)) provisions.push({ heading: title, text });
  }
  return { questions, provisions: random.shuffled(provisions.slice(0, choice.mostProvisions)) };
}
