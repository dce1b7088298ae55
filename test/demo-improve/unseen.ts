import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Trial } from '../../src/test-automation/improvement/domain/trial.js';
import { Question } from '../../src/test-automation/domain/question.js';
import { CoreQuestion } from '../../src/test-automation/questions/domain/core-question.js';
import { inSlang } from '../../src/test-automation/questions/domain/kind-question.js';
import { goldOf } from '../../src/test-automation/questions/domain/make-question.js';
import { QuestionPool } from '../../src/test-automation/questions/domain/question-pool.js';
import { SeededRandom } from '../../src/test-automation/domain/seeded-random.js';
import { LostSynonym } from './questions.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const FILE = path.join(projectRoot(), 'test', 'demo-improve', 'unseen.jsonl');
const SEED = 'fixed beforehand';
const EACH_WORD = 10;
/** A shorter title says too little without its regulation. */
const LEAST_TELLING = 6;
const PLAIN = 40;

/** Ways of asking that no question of the loop uses. */
const FRAMES: readonly ((topic: string, core: CoreQuestion) => string)[] = [
  (topic) => `${topic}, 규정에는 뭐라고 쓰여 있죠?`,
  (topic, { forms }) => `${topic} 건으로 문의드려요. ${forms.polite}`,
  (topic, { forms }) => `동료가 물어보는데 ${topic}에서 ${forms.embedded} 찾아봐 주실래요?`,
  (topic) => `${topic}에 대한 내용 좀 보고 싶습니다.`,
  (topic, { forms }) => `처음이라 그러는데요, ${topic} 할 때 ${forms.casual}`,
];

function asked(core: CoreQuestion, pool: QuestionPool, text: string): Trial | undefined {
  const gold = goldOf([core], pool.textOf);
  if (gold.requiredFacts.some((fact) => text.includes(fact))) return undefined;
  const intents = { surface: core.topic, hidden: core.topic, behavioral: core.topic };
  const question: Question = {
    id: `unseen-${core.key}`,
    personaId: `unseen-${core.path[0] ?? ''}`,
    text,
    language: core.language,
    difficulty: 'medium',
    kind: 'fact',
    intents,
    gold,
    asOf: undefined,
  };
  return { question, intent: null };
}

/** Makes the set; what it asks about is asked by nothing that the loop is shown or tried on. @param shown quotes of those provisions */
export function makeUnseen(pool: QuestionPool, lost: readonly LostSynonym[], shown: ReadonlySet<string>): Trial[] {
  const random = new SeededRandom(SEED);
  const found = new Map<string, Trial>();
  const able = pool.current.filter((c) => c.language === 'ko' && !c.isComparison && !shown.has(c.quote));
  const take = (cores: readonly CoreQuestion[], count: number, text: (core: CoreQuestion) => string | undefined) => {
    let taken = 0;
    for (const core of random.shuffled(cores)) {
      if (taken >= count) return;
      if ([...found.values()].some(({ question }) => question.gold.quote === core.quote)) continue;
      const said = text(core);
      const trial = said === undefined ? undefined : asked(core, pool, said);
      if (trial === undefined) continue;
      found.set(trial.question.id, trial);
      taken++;
    }
  };
  const framed = (core: CoreQuestion, topic: string) => random.pick(FRAMES)?.(topic, core) ?? '';
  for (const { said, written } of lost)
    take(able, EACH_WORD, (core) => {
      const about = core.topic.length < LEAST_TELLING ? `${core.documentTitle} ${core.topic}` : core.topic;
      const texts = random.shuffled(FRAMES).map((frame) => frame(about, core));
      const word = written.filter((other) => !said.includes(other)).sort((a, b) => b.length - a.length);
      return texts.flatMap((text) => {
        const other = word.find((one) => text.includes(one));
        return other === undefined ? [] : [inSlang(text, { written: other, said })];
      })[0];
    });
  take(able, PLAIN, (core) => framed(core, `${core.documentTitle} ${core.topic}`));
  return [...found.values()];
}

export const linesOf = (trials: readonly Trial[]): string => trials.map((trial) => JSON.stringify(trial)).join('\n');

/** The set as it was fixed before the loop was worked on: `unseen.jsonl`. */
export function fixedUnseen(): Trial[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Trial => JSON.parse(line));
}
