import { detectLanguage, Language } from '../../text/language.js';
import { lastOf, Steps } from '../../shared/domain/steps.js';
import { CheckedClaim, Quote } from './fact-check.js';
import { Alignment, Window } from './matching/alignment.js';
import { compareAudience } from './matching/compare-audience.js';
import { compareAuthority } from './matching/compare-authority.js';
import { compareCitations, isTitle, namesAnotherText, standsIn } from './matching/compare-citations.js';
import { compareNegations } from './matching/compare-negations.js';
import { compareStatus, statusClaim } from './matching/compare-status.js';
import { compareValuesOf } from './matching/compare-values.js';
import { EvidenceIndex } from './matching/evidence-index.js';
import { Finding } from './matching/finding.js';
import { SupportFeatures, supportFeatures } from './matching/support-features.js';
import {
  contradictionProbability,
  SUPPORT_MODELS,
  supportProbability,
  supportWithoutEvidence,
} from './matching/support-model.js';
import { ClauseReading, clauseReading } from '../../text/clauses/clause-reading.js';
import { isQuantity } from '../../text/values/value.js';
import { ClaimSpan } from './split-claims.js';

/** Minimum coverage of a clause: a conflict in a clause about another thing is meaningless. */
export const MIN_COVERAGE_TO_CONTRADICT = 0.5;
/** Minimum probability of support. */
const SUPPORT_THRESHOLD = 0.5;
/** The cited article or text is used if it covers at least this share of the best clause's coverage. */
const CITED_SHARE = 0.9;
/** All of 592 claims about the history of sample provisions were judged correctly; the lower end of the 95 % interval is .994. */
const STATUS_CONFIDENCE = 0.99;
/** All of the 29 labelled claims that repeat a clause word for word are supported; 1 % is reserved for unseen cases. */
const VERBATIM_CONFIDENCE = 0.99;
const NAME =
  /「[^」]{1,200}」|(?<=[\p{L}\p{N},;:)]\s)\p{Lu}[\p{L}\p{N}]+|[가-힣]{2}(?:위원회|대학교|대학원|센터|공단|재단|협회|학칙|규정|세칙|지침)/u;

/** Result of the comparison of a claim with the evidence, before the verdict. */
export interface Comparison {
  readonly alignment: Alignment;
  readonly window: Window | undefined;
  readonly findings: readonly Finding[];
  readonly features: SupportFeatures | undefined;
}

function bestWindow(alignment: Alignment): Window | undefined {
  const [best] = alignment.ranked;
  const cited = alignment.claim.citations.find(
    (citation) =>
      citation.ascribed && citation.unsure !== 'label' && (citation.article !== undefined || isTitle(citation)),
  );
  if (best === undefined || cited === undefined) return best;
  const inCited = alignment.ranked.find(({ clauses }) => {
    const clause = alignment.clause(clauses[0] ?? -1);
    // The same sentence may be in several texts: that of the named one is meant.
    return isTitle(cited)
      ? clause !== undefined && standsIn(clause, cited) === 'yes'
      : clause?.article === cited.article;
  });
  return inCited !== undefined && inCited.coverage >= CITED_SHARE * best.coverage ? inCited : best;
}

/** Compares a claim with the evidence: finds the clause about the same thing and compares its features. */
export function compareClaim(text: string, index: EvidenceIndex): Comparison {
  return lastOf(compareInSteps(text, index));
}

function* compareInSteps(text: string, index: EvidenceIndex): Steps<Comparison> {
  const claim = clauseReading(text);
  if (claim.citations.some(({ unsure, regulation }) => unsure === 'label' && index.isTitle(regulation))) {
    const named = yield* Alignment.inSteps(new ClauseReading(text, true), index);
    if (namesAnotherText(named, bestWindow(named))) return yield* compareAligned(named, index);
  }
  return yield* compareAligned(yield* Alignment.inSteps(claim, index), index);
}

function* compareAligned(alignment: Alignment, index: EvidenceIndex): Steps<Comparison> {
  const { claim } = alignment;
  const status = statusClaim(claim, index);
  if (status !== undefined) {
    const finding = compareStatus(claim, status, index);
    const window = finding.clause === undefined ? undefined : { clauses: [finding.clause], coverage: 1 };
    return { alignment, window, findings: [finding], features: undefined };
  }
  const window = bestWindow(alignment);
  const main = window?.clauses[0];
  const clause = main === undefined ? undefined : alignment.clause(main);
  if (window === undefined || main === undefined || clause === undefined)
    return { alignment, window: undefined, findings: [], features: undefined };
  const findings = [
    ...(yield* compareValuesOf(alignment, window)),
    ...compareCitations(alignment, window),
    ...(yield* compareNegations(claim, clause.reading, window)),
    ...compareAudience(alignment, window),
    ...compareAuthority(alignment, window),
  ];
  yield;
  return {
    alignment,
    window,
    findings,
    features: supportFeatures(alignment, window, clause.reading, findings),
  };
}

function quoteOf(index: EvidenceIndex, clauseNumber: number | undefined): Quote | null {
  const clause = clauseNumber === undefined ? undefined : index.clauses[clauseNumber];
  const evidence = clause === undefined ? undefined : index.texts[clause.text];
  if (clause === undefined || evidence === undefined) return null;
  const offset = evidence.offset ?? 0;
  return {
    id: evidence.id,
    chunkId: evidence.chunkId,
    quote: evidence.text.slice(clause.start, clause.end),
    start: offset + clause.start,
    end: offset + clause.end,
  };
}

/** Whether the findings exclude the verdict `supported`: a feature conflicts, or a number or date is not in the evidence. */
export function isRefused(findings: readonly Finding[]): boolean {
  return findings.some(
    ({ outcome, required }) => outcome === 'conflicts' || (outcome === 'missing' && required === true),
  );
}

type Judgement = Pick<CheckedClaim, 'verdict' | 'confidence' | 'reasons'> & {
  readonly clause: number | undefined;
};

/** The history of a provision is marked in its text, or is not. */
function judgeStatus({ outcome, reason, clause }: Finding): Judgement {
  const verdicts = {
    agrees: 'supported',
    conflicts: 'contradicted',
    missing: 'not_found',
  } as const;
  return {
    verdict: verdicts[outcome],
    confidence: STATUS_CONFIDENCE,
    reasons: [reason],
    clause,
  };
}

function judge({ window, findings, features }: Comparison, language: Language): Judgement {
  const [first] = findings;
  if (first?.feature === 'status') return judgeStatus(first);
  if (features === undefined || window === undefined) {
    const reasons = ['no clause of the evidence shares a word with it'];
    return {
      verdict: 'not_found',
      confidence: 1 - supportWithoutEvidence(SUPPORT_MODELS[language]),
      reasons,
      clause: undefined,
    };
  }
  const [clause] = window.clauses;
  const conflicts = findings.filter(({ outcome }) => outcome === 'conflicts');
  if (conflicts.length > 0 && window.coverage >= MIN_COVERAGE_TO_CONTRADICT) {
    const reasons = conflicts.map(({ reason }) => reason);
    const confidence = contradictionProbability(features);
    return {
      verdict: 'contradicted',
      confidence,
      reasons,
      clause: conflicts[0]?.clause ?? clause,
    };
  }
  const support = supportProbability(features, SUPPORT_MODELS[language]);
  const coverage = `the best clause holds ${Math.round(100 * features.coverage)} % of its words`;
  const reasons = [...findings.map(({ reason }) => reason), coverage];
  return support >= SUPPORT_THRESHOLD && !isRefused(findings)
    ? { verdict: 'supported', confidence: support, reasons, clause }
    : // If a rule overrides the model, the model's probability does not fit the verdict.
      {
        verdict: 'not_found',
        confidence: Math.max(1 - SUPPORT_THRESHOLD, 1 - support),
        reasons,
        clause: undefined,
      };
}

/**
 * A verbatim claim is supported without a comparison, which may confuse numbers of one clause, such as rows of tables. Not for claims about
 * the history of a provision: their words do not say which of several texts is meant.
 */
function repeated({ findings }: Comparison, text: string, index: EvidenceIndex): Judgement | undefined {
  if (findings[0]?.feature === 'status') return undefined;
  const clause = index.verbatim(text);
  if (clause === undefined) return undefined;
  const reasons = ['the evidence contains it word for word'];
  return {
    verdict: 'supported',
    confidence: VERBATIM_CONFIDENCE,
    reasons,
    clause,
  };
}

/** Whether a claim contains something checkable: a number, date, provision or name. */
export function isCheckable(claim: ClauseReading): boolean {
  return (
    claim.values.some((value) => !isQuantity(value) || !value.soft) ||
    claim.citations.some(({ unsure }) => unsure === undefined) ||
    NAME.test(claim.text)
  );
}

/** The verdict on one claim of an answer. @param language if absent, the script of the claim decides */
export function checkClaim(span: ClaimSpan, index: EvidenceIndex, language?: Language): CheckedClaim {
  return lastOf(checkInSteps(span, index, language));
}

/** The same in short steps that yield to other requests: a claim may contain hundreds of numbers. */
export function* checkInSteps(span: ClaimSpan, index: EvidenceIndex, language?: Language): Steps<CheckedClaim> {
  const comparison = yield* compareInSteps(span.text, index);
  const { verdict, confidence, reasons, clause } =
    repeated(comparison, span.text, index) ?? judge(comparison, language ?? detectLanguage(span.text));
  return {
    text: span.text,
    start: span.start,
    end: span.end,
    verdict,
    confidence: Math.round(confidence * 1000) / 1000,
    evidence: verdict === 'not_found' ? null : quoteOf(index, clause),
    reasons,
    // The audience of a rule is checkable like a number.
    checkable:
      isCheckable(comparison.alignment.claim) || comparison.findings.some(({ feature }) => feature === 'audience'),
  };
}
