import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ComponentName } from './trace.js';

/** A question whose right passage is known. */
export interface KnownItem {
  readonly question: string;
  readonly documentId: string;
  /** Verbatim from the document. */
  readonly quote: string;
}

/** A provision of the store: its name and its full text. */
export interface Provision {
  readonly heading: string;
  readonly text: string;
}

/** The content of the store that the probes use. */
export interface ProbeMaterial {
  readonly items: readonly KnownItem[];
  readonly provisions: readonly Provision[];
}

/** The caller and the filter of the probes. */
export interface ProbePlace {
  readonly owner: string;
  readonly filter: CategoryFilter;
}

/** One case of a component: the expected and the actual result. */
export interface ProbeCase {
  readonly name: string;
  /** `rule`: what the component must always do; `known_item`: a question of the store, whose passage may have any rank. */
  readonly kind: 'rule' | 'known_item';
  readonly passed: boolean;
  /** The actual result; empty if the case passed. */
  readonly found: string;
}

export interface ComponentProbe {
  readonly component: ComponentName;
  readonly status: 'passed' | 'failed' | 'not_available';
  readonly cases: readonly ProbeCase[];
  /** Why there are no cases; null otherwise. */
  readonly note: string | null;
  readonly tookMs: number;
}

/** Share of a component's known items that may fail: no order of passages is right for every question. Chosen by judgement. */
export const TOLERATED_SHARE = 0.25;

/** @returns `passed` when every rule holds, and no more known items fail than are tolerated */
export function statusOf(cases: readonly ProbeCase[]): 'passed' | 'failed' {
  const items = cases.filter((one) => one.kind === 'known_item');
  const lost = items.filter((one) => !one.passed).length;
  const isSound = cases.every((one) => one.passed || one.kind === 'known_item');
  return cases.length > 0 && isSound && lost <= TOLERATED_SHARE * items.length ? 'passed' : 'failed';
}
