import { Question } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { CoreQuestion } from './core-question.js';
import { Asker, unansweredQuestion } from './kind-question.js';
import { isOrganisation, subjectOf } from './meaning/question-context.js';
import { BorderAsking } from './question-lexicon.js';
import { QuestionPool } from './question-pool.js';

/** Number of articles of plain search that are checked for each near miss: none of them may mention the requested thing. */
const NEIGHBOURS = 15;

/** Subject of a seed for another question: a body (`미래교육원`), or an action (`휴학하려면`). */
function subjectsOf(core: CoreQuestion): Readonly<Partial<Record<BorderAsking['about'], string>>> {
  const { language, forms, asks, documentTitle } = core;
  if (language === 'en') {
    const act =
      /^(?:how do I|what do I have to hand in to|am I allowed to|how long do I have to) (?<act>[^?]{5,60})\?$/u;
    const body = /^The (?<body>[A-Z][A-Za-z& ]{3,30}(?:team|office|group|board|desk|division|service))\b/iu;
    const found = act.exec(forms.polite)?.groups?.['act'];
    // `apply to be paid back` has no second aim.
    const done = found === undefined || / to [a-z]+/u.test(found) ? undefined : found;
    const named = asks === 'who' ? body.exec(`The ${core.facts[0] ?? ''}`)?.groups?.['body'] : undefined;
    return { ...(done === undefined ? {} : { act: done }), ...(named === undefined ? {} : { body: `the ${named}` }) };
  }
  const act = /^(?<act>.{2,20}려면) /u.exec(forms.polite)?.groups?.['act'];
  const subject = subjectOf(documentTitle);
  const isBody = /위원회$/u.test(subject) && isOrganisation(subject);
  return { ...(act === undefined ? {} : { act }), ...(isBody ? { body: subject } : {}) };
}

/**
 * A question about a subject of the documents that they do not answer. Neither its own document nor any document that plain search finds
 * may mention the requested thing.
 * @param used keys of subjects and questions so far; the new ones are added
 */
export function nearMiss(core: CoreQuestion, asker: Asker, used: Set<string>): Question | undefined {
  const { persona, pool } = asker;
  const subjects = subjectsOf(core);
  const random = new SeededRandom(`near/${core.key}/${persona.id}`);
  for (const asking of random.shuffled(pool.border)) {
    const subject = asking.language === core.language ? subjects[asking.about] : undefined;
    const key = `near/${asking.asked}`;
    if (subject === undefined || used.has(key) || used.has(`near/${subject}`)) continue;
    const asked = asking.asked.replace('{t}', subject);
    if (speaksOf(core, asked, asking, pool)) continue;
    used.add(key);
    used.add(`near/${subject}`);
    return unansweredQuestion(asked, core, asker, (said) =>
      persona.knowledge === 'expert' ? said : pool.everyday.say(said, core.language),
    );
  }
  return undefined;
}

function speaksOf(core: CoreQuestion, asked: string, { terms }: BorderAsking, pool: QuestionPool): boolean {
  const isIn = (text: string): boolean => {
    const lower = text.toLowerCase();
    return terms.some((term) => lower.includes(term));
  };
  if (isIn(pool.textOf(core.documentId))) return true;
  return (pool.search?.best(asked, NEIGHBOURS) ?? []).some(({ text }) => isIn(text));
}
