import { Case } from '../../domain/case.js';

/**
 * The cases by slot, in columns. A changed question gets a new slot, since postings only grow; the old slot stays
 * empty. Quality and usage change in place.
 */
export class CaseSlots {
  readonly ids: string[] = [];
  readonly queries: string[] = [];
  readonly categories: number[] = [];
  readonly qualities: number[] = [];
  readonly usages: number[] = [];
  readonly alive: boolean[] = [];
  private readonly slots = new Map<string, number>();

  /** Slots, empty ones included. */
  get length(): number {
    return this.ids.length;
  }

  get size(): number {
    return this.slots.size;
  }

  slotOf(caseId: string): number | undefined {
    return this.slots.get(caseId);
  }

  add(one: Case, category: number): number {
    const slot = this.ids.push(one.caseId) - 1;
    this.queries.push(one.query);
    this.categories.push(category);
    this.qualities.push(one.qualityScore);
    this.usages.push(one.usageCount);
    this.alive.push(true);
    this.slots.set(one.caseId, slot);
    return slot;
  }

  /** Updates all fields except the question. */
  change(slot: number, one: Case, category: number): void {
    this.categories[slot] = category;
    this.qualities[slot] = one.qualityScore;
    this.usages[slot] = one.usageCount;
  }

  empty(slot: number): void {
    this.alive[slot] = false;
    this.slots.delete(this.ids[slot] ?? '');
    this.queries[slot] = '';
  }

  /** Tie-breaking order of cases: better quality, more usage, smaller id. */
  precedes(a: number, b: number): boolean {
    const quality = (this.qualities[a] ?? 0) - (this.qualities[b] ?? 0);
    if (quality !== 0) return quality > 0;
    const usage = (this.usages[a] ?? 0) - (this.usages[b] ?? 0);
    return usage === 0 ? (this.ids[a] ?? '') < (this.ids[b] ?? '') : usage > 0;
  }
}
