import type { Improvement, ImprovementChange } from '../../api/improvements.js';

/** What an improvement changes, with the group of words that has its name. */
export interface Target {
  readonly words: 'target' | 'component' | 'gate';
  readonly value: string;
}

/** The component or gate that its failures point to, or the part of the configuration that its patch changes. */
export function targetOf({ patch, evidence }: Improvement): Target {
  const { component, gate } = evidence;
  if (typeof component === 'string') return { words: 'component', value: component };
  if (typeof gate === 'string') return { words: 'gate', value: gate };
  const [first] = patch;
  const path = typeof first === 'object' && first !== null && 'path' in first ? first.path : undefined;
  const part = typeof path === 'string' ? path.split('/')[1] : undefined;
  return { words: 'target', value: part ?? 'other' };
}

export interface ImprovementGroup {
  readonly key: string;
  readonly type: string;
  readonly target: Target;
  readonly items: readonly Improvement[];
}

/** Groups by kind and target, the largest first. */
export function groupsOf(items: readonly Improvement[]): ImprovementGroup[] {
  const groups = new Map<string, ImprovementGroup>();
  for (const item of items) {
    const target = targetOf(item);
    const key = `${item.type}/${target.words}/${target.value}`;
    const before = groups.get(key);
    groups.set(key, { key, type: item.type, target, items: [...(before?.items ?? []), item] });
  }
  return [...groups.values()].sort((a, b) => b.items.length - a.items.length);
}

export interface Wanted {
  /** '' is every status but dismissed. */
  readonly status: string;
  readonly kind: string;
  readonly text: string;
}

/** Whether an improvement fits the filters. */
export function isWanted(item: Improvement, { status, kind, text }: Wanted): boolean {
  if (status === '' ? item.status === 'dismissed' : item.status !== status) return false;
  if (kind !== '' && item.type !== kind) return false;
  const words = `${item.description} ${item.suggested_value ?? ''} ${item.dismissal_reason ?? ''}`;
  return words.toLowerCase().includes(text.trim().toLowerCase());
}

/** A verified change counts as an improvement; the others are suggestions that may still be verified. */
export const isProved = ({ status }: Improvement): boolean =>
  status === 'verified' || status === 'applied' || status === 'rolled_back';

/** How many there are of each kind of state; dismissed ones count nowhere. */
export function countsOf(items: readonly Improvement[]) {
  const wanted = items.filter(({ status }) => status !== 'dismissed');
  const inState = (status: string) => wanted.filter((item) => item.status === status).length;
  const proposed = wanted.filter((item) => item.status === 'proposed');
  const written = proposed.filter(({ patch }) => patch.length === 0).length;
  return {
    all: wanted.length,
    verified: inState('verified'),
    applied: inState('applied'),
    rejected: inState('rejected'),
    open: proposed.length - written,
    written,
  };
}

/** Possible actions. A written suggestion has no patch: it is for people. */
export function changesOf({ status, patch }: Improvement): readonly ImprovementChange[] {
  if (status === 'dismissed') return ['restore'];
  if (status === 'applied') return ['rollback'];
  if (patch.length === 0) return ['dismiss'];
  return status === 'verified' ? ['apply', 'verify', 'dismiss'] : ['verify', 'dismiss'];
}

export const canChange = (item: Improvement, change: ImprovementChange): boolean => changesOf(item).includes(change);
