import { Asked, Groups, question, word } from './english-pattern.js';
import { asI, standsAlone, withoutArticle } from './english-phrases.js';

/** Ends of a noun phrase or an action: the next word starts another part of the sentence. */
export const CUT = String.raw`(?=[,;:]| (?:and|or|but|so|because|since|as|if|unless|when|while|once|which|that|who|where|until|after|before|prior|by|with|via|through|using|within|during|in order)\b|$)`;
/** The same before a preposition. */
export const SHORT_CUT = String.raw`(?=[,;:]| (?:and|or|but|so|because|since|as|if|unless|when|while|once|which|that|who|where|until|after|before|prior|by|with|via|through|using|within|during|in|on|at|to|for|from|under)\b|$)`;
export const DUTY = String.raw`(?:must|should|need to|needs to|have to|has to|will need to|'ll need to|are required to|is required to)`;
/** A place, a form or a tool: it has a name, or a noun of its own. */
export const PLACE = String.raw`(?<value>(?:the |your |our |an? |this )?[A-Za-z][\w'&/.-]*(?: [A-Za-z][\w'&/.-]*){0,4}?)`;
const PLACE_NOUN =
  /\b(?:form|portal|site|website|page|spreadsheet|tracker|calendar|folder|drive|channel|desk|system|tool|app|application|dashboard|platform|repository|repo|database|wiki|list|board|template|document|ticket|inbox|register|log|queue|console|service)$/iu;

/** `next steps`: too general for a question about it. */
export const EMPTY_TOPIC =
  /\b(?:more|further|additional|help|questions|information|details|advice|guidance|next steps|specific|overview)\b/iu;
/** Who has to do something, not what is needed. */
export const PEOPLE =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|some|many|most|both|all)$|\b(?:staff|employees?|people|teams?|members?|supervisors?|managers?|users?|staffers|everyone|applicants?|contractors?|reviewers?|leads?)$/iu;

export const isPlace = (value: string): boolean =>
  standsAlone(value) && (/^[A-Z]/u.test(withoutArticle(value)) || (PLACE_NOUN.test(value) && value.includes(' ')));

/** Verbs of what is done with something at a place, by their past participle. */
export const DONE: Readonly<Record<string, string>> = {
  submitted: 'hand in',
  requested: 'ask for',
  booked: 'book',
  made: 'make',
  paid: 'pay',
  reported: 'report',
  filed: 'file',
  entered: 'put in',
  purchased: 'buy',
  ordered: 'order',
  scheduled: 'set up',
  completed: 'do',
  processed: 'handle',
  managed: 'manage',
  renewed: 'renew',
  updated: 'update',
  created: 'make',
  approved: 'approve',
  announced: 'announce',
  discussed: 'talk about',
  shared: 'share',
  planned: 'plan',
  written: 'write',
  opened: 'open',
  tested: 'test',
};
export const DONE_VERB = Object.keys(DONE).join('|');

/** An action in the first person; undefined if it is unclear alone. */
export function mineOf(text: string): string | undefined {
  const done = asI(text.replace(/\btheir\b/gu, 'my'));
  return standsAlone(done) && !/ (?:a|an|the|my|of|for|to|in|on|at|from|with)$/u.test(done) ? done : undefined;
}

export const who = (asked: string, fact: string): Asked =>
  question('who', fact, asked, asked.replace(/^who do I /u, 'who to '));

/** The subject in the first person, if it says enough by itself. */
export function subjectIn(g: Groups, said: (s: string) => string): string | undefined {
  const subject = said(word(g, 'subject'));
  return standsAlone(subject) && /[A-Z ]/u.test(subject) ? subject : undefined;
}
