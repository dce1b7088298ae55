import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { claimedStatus, deletionOf, Status } from '../../../text/clauses/provision-status.js';
import { compareValues, coversParts } from '../../../text/values/compare-values.js';
import { EvidenceClause, EvidenceIndex } from './evidence-index.js';
import { Finding } from './finding.js';

const SAID: Readonly<Record<Status, string>> = {
  amended: 'amended',
  deleted: 'deleted',
  added: 'added',
  enacted: 'enacted',
  in_force: 'in force',
};

/** A claim about the history of a provision (`제5조는 2020년에 개정되었다`), with the clauses of that provision. */
export interface StatusClaim {
  readonly status: Status;
  readonly clauses: readonly number[];
}

/** Clauses of the provision that the claim names; all clauses if it names none and the evidence is of one provision. */
function clausesOfProvision(claim: ClauseReading, index: EvidenceIndex): number[] {
  const cited = claim.citations.find((citation) => citation.article !== undefined || citation.regulation !== undefined);
  const numbered = index.clauses.map((clause, number) => ({ clause, number }));
  // Many regulations have an article with this number.
  const isNamed = ({ heading }: EvidenceClause): boolean =>
    cited?.regulation === undefined || heading === undefined || heading.includes(cited.regulation);
  const isCited = (clause: EvidenceClause): boolean => isNamed(clause) && isOfArticle(clause);
  const isOfArticle = ({ article, paragraph }: EvidenceClause): boolean =>
    (cited?.article === undefined || article === cited.article) &&
    (cited?.paragraph === undefined || paragraph === undefined || paragraph === cited.paragraph);
  if (cited !== undefined) return numbered.filter(({ clause }) => isCited(clause)).map(({ number }) => number);
  const articles = new Set(index.clauses.map(({ article }) => article));
  return articles.size === 1 ? numbered.map(({ number }) => number) : [];
}

/** The status that a claim gives a provision, with the clauses of that provision; undefined for other claims. */
export function statusClaim(claim: ClauseReading, index: EvidenceIndex): StatusClaim | undefined {
  const status = claimedStatus(claim.text);
  // `Permits are valid for 3 years`: how long something holds is content.
  if (status === undefined || (status === 'in_force' && claim.quantities.length > 0)) return undefined;
  const clauses = clausesOfProvision(claim, index);
  // Without a provision the word belongs to the content (`개정된 규정을 공고한다`).
  const topicalOverlapProvision =
    claim.citations.length > 0 || /(?:조항|규정|조문|항목|provision|article|section|rule)/iu.test(claim.text);
  return topicalOverlapProvision && claim.words.length <= 8 ? { status, clauses } : undefined;
}

/** Compares the claimed status of a provision with its marks: amended is not deleted, and a date must be in a mark. */
export function compareStatus(claim: ClauseReading, { status, clauses }: StatusClaim, index: EvidenceIndex): Finding {
  const [first] = clauses;
  const found = clauses.map((number) => index.clauses[number]).filter((clause) => clause !== undefined);
  const finding = (outcome: Finding['outcome'], reason: string): Finding => ({
    feature: 'status',
    outcome,
    reason,
    clause: first,
  });
  if (found.length === 0) return finding('missing', 'the provision is not among the evidence');
  const deletion = found.map(({ reading }) => deletionOf(reading.text)).find((dates) => dates !== undefined);
  const marks = found.flatMap(({ reading }) => reading.marks);
  const denied = claim.negations.length > 0;
  const isDeleted = deletion !== undefined;
  if (status === 'in_force' || (status === 'deleted' && denied))
    return isDeleted
      ? finding('conflicts', 'the evidence marks the provision as deleted')
      : finding('agrees', 'the provision has a text');
  const matching = status === 'deleted' ? [] : marks.filter((mark) => mark.status === status);
  const dates = status === 'deleted' ? (deletion ?? []) : matching.flatMap((mark) => mark.dates);
  const holds = status === 'deleted' ? isDeleted : matching.length > 0;
  if (denied)
    return holds
      ? finding('conflicts', `the evidence marks the provision as ${SAID[status]}`)
      : finding('agrees', `no mark says ${SAID[status]}`);
  if (status === 'deleted' && !isDeleted) return finding('conflicts', 'the provision has a text and is not deleted');
  if (!holds && isDeleted) return finding('conflicts', 'the evidence marks the provision as deleted');
  if (!holds) return finding('missing', `no mark says ${SAID[status]}`);
  const claimed = claim.dates;
  if (
    claimed.length > 0 &&
    dates.length > 0 &&
    !claimed.every((date) => dates.some((d) => compareValues(date, d) === 'same' && coversParts(d, date)))
  )
    return finding('conflicts', `the evidence marks the provision as ${SAID[status]} on another date`);
  return finding('agrees', `the evidence marks the provision as ${SAID[status]}`);
}
