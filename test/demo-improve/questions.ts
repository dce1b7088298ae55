import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inSlang, questionFor, rephrasable } from '../../src/test-automation/questions/domain/kind-question.js';
import { CoreQuestion } from '../../src/test-automation/questions/domain/core-question.js';
import { QuestionPool } from '../../src/test-automation/questions/domain/question-pool.js';
import { Persona } from '../../src/test-automation/personas/domain/persona.js';
import { Question, QuestionKind } from '../../src/test-automation/domain/question.js';
import { SeededRandom } from '../../src/test-automation/domain/seeded-random.js';
import { Trial } from '../../src/test-automation/improvement/domain/trial.js';
import { NO_GOLD } from '../../src/test-automation/questions/domain/make-question.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** A word that people say, and the words that the documents may have for it. */
export interface LostSynonym {
  readonly said: string;
  readonly written: readonly string[];
}

/** Slips of the keyboard would test something else. */
const KINDS: readonly QuestionKind[] = ['fact', 'emotional'];
const MOST_OF_A_WORD = 20;

/** As people type, in few words: the subject alone says what it is about. */
const TERSE = [
  (topic: string) => `${topic} 어떻게 되나요?`,
  (topic: string) => `${topic} 기준이 궁금해요.`,
  (topic: string) => `${topic} 관련해서 뭐라고 되어 있나요?`,
] as const;

/** A core in the ways in which people ask: whole, vaguely, and in few words. */
function ways(core: CoreQuestion, pool: QuestionPool, persona: Persona): Question[] {
  const whole = voiced(core, pool, persona, 'fact');
  const vague = voiced(core, pool, persona, 'ambiguous');
  if (whole === undefined || core.language !== 'ko') return [];
  const few = TERSE.map((say, i) => ({ ...whole, id: `${whole.id}-few${i}`, text: say(core.topic) }));
  return [whole, ...(vague === undefined ? [] : [vague]), ...few];
}

function voiced(core: CoreQuestion, pool: QuestionPool, persona: Persona, kind: QuestionKind): Question | undefined {
  return rephrasable(core, kind, pool) ? questionFor(core, kind, { persona, difficulty: 'medium', pool }) : undefined;
}

function colloquial(question: Question, written: string, said: string): Question | undefined {
  if (!question.text.includes(written)) return undefined;
  const text = inSlang(question.text, { written, said });
  return { ...question, id: `${question.id}-${said}`, text };
}

/** The other keyword forms of a question in keyword form; none for any other question. */
export function tersely(
  question: Question,
  pool: QuestionPool,
  said: readonly { readonly written: string; readonly said: string }[],
): Question[] {
  const words = (text: string) => said.reduce((t, pair) => (t.includes(pair.written) ? inSlang(t, pair) : t), text);
  const ways = ({ topic }: CoreQuestion) => TERSE.map((say) => words(say(topic)));
  const core = pool.current.find((one) => one.quote === question.gold.quote && ways(one).includes(question.text));
  if (core === undefined) return [];
  return ways(core)
    .filter((text) => text !== question.text)
    .map((text, i) => ({ ...question, id: `${question.id}-otherwise${i}`, text }));
}

/** Questions about provisions that say it otherwise, asked with the word that people say. */
export function colloquialQuestions(
  pool: QuestionPool,
  personas: readonly Persona[],
  { said, written }: LostSynonym,
): Trial[] {
  const random = new SeededRandom(`said/${said}`);
  const found = new Map<string, Trial>();
  const holds = (text: string) => written.some((word) => text.includes(word));
  const able = pool.current.filter((core) => holds(`${core.documentTitle} ${core.topic}`));
  for (const core of random.shuffled(able)) {
    if (found.size >= MOST_OF_A_WORD) break;
    const persona = random.pick(personas.filter((one) => one.language === core.language));
    const question = persona && random.pick(ways(core, pool, persona));
    if (question === undefined) continue;
    const word = written.find((other) => !said.includes(other) && question.text.includes(other));
    const asked = word === undefined ? undefined : colloquial(question, word, said);
    if (asked !== undefined) found.set(asked.text, { question: asked, intent: null });
  }
  return [...found.values()];
}

/** Questions in the documents' own words. */
export function plainQuestions(pool: QuestionPool, personas: readonly Persona[], count: number): Trial[] {
  const random = new SeededRandom('plain');
  const found = new Map<string, Trial>();
  for (const core of random.shuffled(pool.current)) {
    if (found.size >= count) break;
    const persona = random.pick(personas.filter((one) => one.language === core.language));
    const question = persona && voiced(core, pool, persona, random.pick(KINDS) ?? 'fact');
    if (question !== undefined) found.set(question.id, { question, intent: null });
  }
  return [...found.values()];
}

interface Labelled {
  readonly id: string;
  readonly lang: 'en' | 'ko';
  readonly text: string;
  readonly intent: string;
}

/** Messages with the intent that they have, written by hand: `test/intents`. */
export function labelledMessages(...files: readonly string[]): Trial[] {
  return files.flatMap((file) =>
    readFileSync(path.join(projectRoot(), 'test', 'intents', file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): Trial => {
        const { id, lang, text, intent }: Labelled = JSON.parse(line);
        return {
          intent,
          question: {
            id: `${file}-${id}`,
            personaId: `intent-${intent}-${lang}`,
            text,
            language: lang,
            difficulty: 'easy',
            kind: 'fact',
            intents: { surface: intent, hidden: intent, behavioral: intent },
            gold: NO_GOLD,
            asOf: undefined,
          },
        };
      }),
  );
}
