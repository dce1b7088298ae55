import { Citation } from '../../../text/clauses/citations.js';
import { contentWords } from '../../../text/clauses/words.js';
import { Alignment, Window } from './alignment.js';
import { EvidenceClause } from './evidence-index.js';
import { Finding } from './finding.js';

/** A text named by its title alone. */
export function isTitle(citation: Citation): boolean {
  return citation.article === undefined && citation.paragraph === undefined && citation.regulation !== undefined;
}

function label(citation: Citation): string {
  return [
    citation.article === undefined ? '' : `article ${citation.article}`,
    citation.paragraph === undefined ? '' : `paragraph ${citation.paragraph}`,
    isTitle(citation) ? 'the text of that title' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Whether the clause itself names the provision. */
function names(clause: EvidenceClause, citation: Citation): boolean {
  if (isTitle(citation)) return false;
  return clause.reading.citations.some(
    (other) =>
      other.article === citation.article &&
      (citation.paragraph === undefined || other.paragraph === citation.paragraph),
  );
}

/** What an answer adds to a title: `Annual leave policy`. */
const ADDED = /(?:policy|page|section|guide|guidelines|rules?|handbook|process|procedure)$/u;
const SHORTEST_TITLE = 5;

/** Whether a heading has a title; both have letters and digits only. */
function hasTitle(heading: string, title: string): boolean {
  const plain = title.replace(ADDED, '');
  return heading.includes(title) || (plain.length >= SHORTEST_TITLE && heading.includes(plain));
}

/** Whether the clause is in the provision, according to its position and heading. */
export function standsIn(clause: EvidenceClause, citation: Citation): 'yes' | 'no' | 'unknown' {
  if (
    citation.regulation !== undefined &&
    clause.heading !== undefined &&
    !hasTitle(clause.heading, citation.regulation)
  )
    return 'unknown';
  if (citation.article !== undefined) {
    if (clause.article === undefined) return 'unknown';
    if (clause.article !== citation.article) return 'no';
  }
  if (citation.paragraph === undefined || clause.paragraph === undefined) return 'yes';
  return clause.paragraph === citation.paragraph ? 'yes' : 'no';
}

function placeOf({ article, paragraph }: EvidenceClause): string {
  return `article ${article ?? '?'}${paragraph === undefined ? '' : `, paragraph ${paragraph}`}`;
}

function isSameProvision(a: Citation, b: Citation): boolean {
  return a.article === b.article && a.paragraph === b.paragraph;
}

/** @param clauses those of the window, the best first */
function judge(citation: Citation, clauses: readonly EvidenceClause[], clause: number | undefined): Finding {
  const name = label(citation);
  const [main] = clauses;
  // A further clause may be in the window for the words of the title alone.
  const relevant = isTitle(citation) ? clauses.slice(0, 1) : clauses;
  const isThere = relevant.some((c) => names(c, citation) || standsIn(c, citation) === 'yes');
  if (isThere) return { feature: 'article', outcome: 'agrees', reason: `${name} agrees` };
  if (citation.ascribed && main !== undefined && standsIn(main, citation) === 'no') {
    const reason = `the claim is ascribed to ${name}, but is in ${placeOf(main)}`;
    return { feature: 'article', outcome: 'conflicts', reason, clause };
  }
  const [other, ...others] = isTitle(citation) ? [] : clauses.flatMap(({ reading }) => reading.citations);
  if (!citation.ascribed && other !== undefined && [other, ...others].every((o) => !isSameProvision(o, citation))) {
    const reason = `the claim names ${name}, the evidence ${label(other)}`;
    return { feature: 'article', outcome: 'conflicts', reason, clause };
  }
  const required = citation.ascribed && (citation.article !== undefined || isTitle(citation));
  return { feature: 'article', outcome: 'missing', required, reason: `no text of ${name} is among the evidence` };
}

/** `Source` in `Source: Leave.`. */
const SOURCE_WORD = /^(?:sources?|references?)$/u;

/** Whether a title that may be a mere label is that of another text than the clause's, and neither the clause nor its heading has its words. */
function namesAnother({ regulation = '', start, end }: Citation, main: EvidenceClause, alignment: Alignment): boolean {
  const { index, claim } = alignment;
  if (main.heading === undefined || hasTitle(main.heading, regulation) || !index.isTitle(regulation)) return false;
  const said = [...main.reading.words, ...(index.headings[main.text] ?? [])];
  return contentWords(claim.text.slice(start, end))
    .filter(({ text }) => !SOURCE_WORD.test(text))
    .every((word) => !said.some(({ stem }) => stem === word.stem));
}

/** Whether the claim is labelled with the title of another text. */
export function namesAnotherText(alignment: Alignment, window: Window | undefined): boolean {
  const main = alignment.clause(window?.clauses[0] ?? -1);
  return main !== undefined && alignment.claim.citations.some((citation) => namesAnother(citation, main, alignment));
}

/** Compares each provision that a claim names with the position of the matched clause and with the provisions that the clause names. */
export function compareCitations(alignment: Alignment, window: Window): Finding[] {
  const clauses = window.clauses.map((number) => alignment.clause(number)).filter((clause) => clause !== undefined);
  const [main] = clauses;
  const isMeant = (citation: Citation) =>
    citation.unsure === undefined || (main !== undefined && namesAnother(citation, main, alignment));
  return alignment.claim.citations.filter(isMeant).map((citation) => judge(citation, clauses, window.clauses[0]));
}
