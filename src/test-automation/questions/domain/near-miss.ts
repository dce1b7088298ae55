import { Question } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { CoreQuestion } from './core-question.js';
import { Asker } from './kind-question.js';
import { unansweredQuestion } from './unanswered-question.js';
import { isOrganisation, subjectOf } from './meaning/question-context.js';
import { BorderAsking } from './question-lexicon.js';
import { QuestionPool } from './question-pool.js';

/** Number of articles of plain search that are checked for each near miss: none of them may mention the requested thing. */
const NEIGHBOURS = 15;
/** Fewest words of an English action that is a subject. */
const FEWEST_WORDS = 4;

const LONGEST_ACT = 16;
/** An action that a person does: `request access to the archive`. */
const ENGLISH_ACT =
  /^(?:how do I|what do I (?:have to hand in|need) to|am I allowed to|how (?:long|soon) do I have to|how far ahead do I need to) (?<act>(?!be\b)[^?]{5,60})\?$/u;
const FORBIDDEN = /\b(?:not|never|cannot|can't|don't|shouldn't|aren't)\b/iu;
/** A body of an organisation, by its members or its committee. */
const COMMITTEE = /[가-힣]{2,10}위원회/u;

/** Subject of a seed for another question: a body (`미래교육원 운영위원회`), or an action (`휴학하려면`). */
function subjectsOf(core: CoreQuestion, pool: QuestionPool): Readonly<Partial<Record<BorderAsking['about'], string>>> {
  const { language, forms, asks, documentTitle } = core;
  if (language === 'en') {
    // Whoever may not do something at all may not do it in a special way either: the rule answers that.
    const isForbidden = asks === 'may' && core.facts.some((fact) => FORBIDDEN.test(fact));
    const found = isForbidden ? undefined : ENGLISH_ACT.exec(forms.polite)?.groups?.['act'];
    // `apply to be paid back` has no second aim, and `paste the key` says too little alone.
    const done =
      found === undefined || / to [a-z]+|\bmyself\b/u.test(found) || found.split(' ').length < FEWEST_WORDS
        ? undefined
        : found;
    const body = /^The (?<body>[A-Z][A-Za-z& ]{3,30}(?:team|office|group|board|desk|division|service))\b/iu;
    const named = asks === 'who' ? body.exec(`The ${core.facts[0] ?? ''}`)?.groups?.['body'] : undefined;
    return { ...(done === undefined ? {} : { act: done }), ...(named === undefined ? {} : { body: `the ${named}` }) };
  }
  const act = /^(?<act>.{2,20}려면) /u.exec(forms.polite)?.groups?.['act'];
  const isAct = act !== undefined && act.length <= LONGEST_ACT && !/경우|관련한/u.test(act);
  const subject = subjectOf(documentTitle);
  const committee = subject.endsWith('위원회') ? '' : (COMMITTEE.exec(pool.textOf(core.documentId))?.[0] ?? undefined);
  const named = committee?.startsWith(subject) === true ? committee : `${subject} ${committee ?? ''}`.trim();
  const body = committee === undefined || !isOrganisation(subject) ? undefined : named;
  return { ...(isAct ? { act } : {}), ...(body === undefined ? {} : { body }) };
}

/**
 * A question about a subject of the documents that they do not answer. Neither its own document nor any document that plain search finds
 * may mention the requested thing.
 * @param about the kind of subject
 * @param used keys of subjects and questions so far; the new ones are added
 */
export function nearMiss(
  core: CoreQuestion,
  asker: Asker,
  about: BorderAsking['about'],
  used: Set<string>,
): Question | undefined {
  const { persona, pool } = asker;
  const subjects = subjectsOf(core, pool);
  const random = new SeededRandom(`near/${core.key}/${persona.id}`);
  for (const asking of random.shuffled(pool.border)) {
    const subject = asking.language === core.language && asking.about === about ? subjects[about] : undefined;
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

/** Whether the document of the seed, or an article that plain search finds, mentions the requested thing. */
function speaksOf(core: CoreQuestion, asked: string, { terms, about }: BorderAsking, pool: QuestionPool): boolean {
  const isIn = (text: string): boolean => {
    const lower = text.toLowerCase();
    return terms.some((term) => lower.includes(term));
  };
  if (isIn(pool.textOf(core.documentId))) return true;
  // The rules of another body do not answer a question about this one.
  const isAbout = (title: string, text: string): boolean =>
    about === 'act' || `${title} ${text}`.includes(subjectOf(core.documentTitle));
  return (pool.search?.best(asked, NEIGHBOURS) ?? []).some(
    ({ document, text }) => isAbout(document.title, text) && isIn(text),
  );
}
