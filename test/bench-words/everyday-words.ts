import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';
import { parseLexicon } from '../../src/search/query/domain/paraphrases/parse-lexicon.js';
import { decomposed, FINAL, isHangul, withLast } from '../../src/text/korean/hangul-syllable.js';
import { isDictionaryForm } from '../../src/text/korean/spoken-verbs.js';
import { foldedWithoutSpaces } from '../../src/text/folded-text.js';
import { SeededRandom } from '../../src/test-automation/domain/seeded-random.js';
import { Trial } from '../../src/test-automation/improvement/domain/trial.js';
import { Persona } from '../../src/test-automation/personas/domain/persona.js';
import { CoreQuestion } from '../../src/test-automation/questions/domain/core-question.js';
import { questionFor } from '../../src/test-automation/questions/domain/kind-question.js';
import { QuestionPool } from '../../src/test-automation/questions/domain/question-pool.js';
import { colloquialQuestions } from '../demo-improve/questions.js';

/** A word that people say, and the words that documents have for it. */
export interface EverydayWord {
  readonly said: string;
  readonly written: readonly string[];
}

export interface AskedWord extends EverydayWord {
  readonly trials: readonly Trial[];
}

export interface SynonymGroup {
  readonly lang: 'en' | 'ko';
  readonly words: readonly string[];
}

export const shippedSynonyms = (): { groups: SynonymGroup[] } =>
  JSON.parse(readFileSync(path.join(projectRoot(), 'data', 'config', 'synonyms.json'), 'utf8'));

/** Words of the synonyms. */
function nouns(): EverydayWord[] {
  return shippedSynonyms()
    .groups.filter(({ lang }) => lang === 'ko')
    .flatMap(({ words }) => words.map((said) => ({ said, written: words.filter((word) => word !== said) })))
    .filter(({ said }) => said.length > 1);
}

/** Verbs of the lexicon, each with all of its terms of one word. */
function verbs(): EverydayWord[] {
  const folder = path.join(projectRoot(), 'data', 'lexicon', 'ko');
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.txt')))
    for (const { said, meant } of parseLexicon(readFileSync(path.join(folder, name), 'utf8'), name, false))
      for (const word of said.filter((one) => isHangul(one) && isDictionaryForm(one) && one.length > 1))
        for (const term of meant.filter((one) => isHangul(one) && one.length > 1 && !isDictionaryForm(one)))
          found.set(word, (found.get(word) ?? new Set<string>()).add(term));
  return [...found].map(([said, written]) => ({ said, written: [...written] }));
}

/** `뽑는`, `여는`. */
function attributive(verb: string): string {
  const stem = verb.slice(0, -1);
  const open = decomposed(stem.slice(-1)).final === FINAL.l ? withLast(stem, { final: FINAL.none }) : stem;
  return `${open}는`;
}

/** A topic that ends in the word of the documents, asked with the verb: `위원의 위촉` is `위원 뽑는 건`. */
function withVerb(topic: string, { said, written }: EverydayWord): string[] {
  const term = written.find((word) => topic.endsWith(` ${word}`) || topic.includes(` ${word} `));
  if (term === undefined) return [];
  const [before = '', after = ''] = topic.split(` ${term}`);
  const named = before.replace(/(?<=[가-힣]{2})의$/u, '');
  const about = `${named} ${attributive(said)}`;
  const rest = after.trim() === '' ? '건' : after.trim();
  return [`${about} ${rest} 어떻게 되나요?`, `${about} 것 관련해서 뭐라고 되어 있나요?`, `${about} 기준이 궁금해요.`];
}

const MOST_OF_A_WORD = 8;

function verbQuestions(pool: QuestionPool, personas: readonly Persona[], word: EverydayWord): Trial[] {
  const random = new SeededRandom(`verb/${word.said}`);
  const found = new Map<string, Trial>();
  const own = personas.filter((persona) => persona.language === 'ko');
  const ask = (core: CoreQuestion): void => {
    const text = random.pick(withVerb(core.topic, word));
    const persona = random.pick(own);
    const whole = persona && questionFor(core, 'fact', { persona, difficulty: 'medium', pool });
    if (text === undefined || whole === undefined) return;
    found.set(text, { question: { ...whole, id: `${whole.id}-${word.said}`, text }, intent: null });
  };
  for (const core of random.shuffled(pool.current.filter(({ language }) => language === 'ko'))) {
    if (found.size >= MOST_OF_A_WORD) break;
    ask(core);
  }
  return [...found.values()];
}

/** Everyday words that no document says, with questions that people would ask with them. */
export function askedWords(
  pool: QuestionPool,
  personas: readonly Persona[],
  documents: string,
  kinds: readonly ('nouns' | 'verbs')[],
): AskedWord[] {
  const text = foldedWithoutSpaces(documents);
  const isForeign = ({ said }: EverydayWord) => !text.includes(foldedWithoutSpaces(said));
  const all: AskedWord[] = [];
  if (kinds.includes('nouns'))
    for (const word of nouns().filter(isForeign))
      all.push({ ...word, trials: colloquialQuestions(pool, personas, word).slice(0, MOST_OF_A_WORD) });
  if (kinds.includes('verbs'))
    for (const word of verbs().filter(isForeign)) all.push({ ...word, trials: verbQuestions(pool, personas, word) });
  return all;
}
