import { Analyser } from '../../../text/tokens/analyser.js';
import { PROVISION_KINDS, ProvisionKind } from '../../known-item/domain/provision-label.js';
import { Uint16Column, Uint32Column } from '../../domain/column.js';
import { SnapshotSink, SnapshotSource, SnapshotError, takeNumbers } from '../../domain/index-snapshot.js';
import { LexicalIndex } from '../domain/lexical-index.js';
import { daysOf, dayNumber } from '../../../text/values/calendar-day.js';

/** A passage to be added to the index. */
export interface PassageEntry {
  /** Row id of the passage. */
  readonly id: number;
  /** Row id of its document. */
  readonly document: number;
  readonly pathId: number;
  /** `YYYY-MM-DD`; null is open. */
  readonly inForceFrom: string | null;
  readonly inForceTo: string | null;
  readonly kind: ProvisionKind;
  readonly heading: string;
  readonly text: string;
}

/** The passages of the index by slot: their words, and the fields that the scope tests. */
export class PassageSlots {
  readonly words: LexicalIndex;
  private readonly rows = new Uint32Column();
  private readonly documents = new Uint32Column();
  private readonly kinds = new Uint16Column();
  private readonly paths = new Uint32Column();
  private readonly from = new Uint32Column();
  private readonly to = new Uint32Column();
  private readonly slotOfRow = new Map<number, number>();
  private dated = 0;

  constructor(analyser: Analyser) {
    this.words = new LexicalIndex(analyser);
  }

  /** Number of slots, including those of removed passages. */
  get length(): number {
    return this.words.slots;
  }

  /** @returns the slot of the passage */
  add(entry: PassageEntry): number {
    const slot = this.words.add(entry.heading, entry.text);
    this.rows.push(entry.id);
    this.documents.push(entry.document);
    this.kinds.push(PROVISION_KINDS.indexOf(entry.kind));
    this.paths.push(entry.pathId);
    const days = daysOf(entry.inForceFrom, entry.inForceTo);
    this.from.push(days.from);
    this.to.push(days.to);
    if (entry.inForceFrom !== null || entry.inForceTo !== null) this.dated++;
    this.slotOfRow.set(entry.id, slot);
    return slot;
  }

  /** @returns the slot that the passage had, or undefined if it is not in the index */
  remove(id: number): number | undefined {
    const slot = this.slotOfRow.get(id);
    if (slot === undefined) return undefined;
    this.slotOfRow.delete(id);
    this.words.remove(slot);
    return slot;
  }

  slotOf(id: number): number | undefined {
    return this.slotOfRow.get(id);
  }

  rowOf(slot: number): number {
    return this.rows.at(slot);
  }

  kindOf(slot: number): ProvisionKind {
    return PROVISION_KINDS[this.kinds.at(slot)] ?? 'other';
  }

  documentOf(slot: number): number {
    return this.documents.at(slot);
  }

  /** Most slots belong to removed passages: rebuilding the index would free their memory. */
  get mostlyRemoved(): boolean {
    return this.length > 2 * this.words.size + 1_000;
  }

  /**
   * Which slots a scope admits: 1 or 0 each; undefined if it admits every one.
   * @param allowedPaths row ids of the category paths that the filter allows; undefined for all
   * @param asOf day on which the passages must be in force; undefined for any
   */
  mask(allowedPaths: ReadonlySet<number> | undefined, asOf: string | undefined): Uint8Array | undefined {
    const everything = allowedPaths === undefined && this.dated === 0 && this.words.size === this.length;
    if (everything) return undefined;
    const mask = new Uint8Array(this.length);
    const day = asOf === undefined ? undefined : dayNumber(asOf);
    const allowed = this.pathTable(allowedPaths);
    for (let slot = 0; slot < mask.length; slot++) {
      const inside =
        (allowed === undefined || allowed[this.paths.at(slot)] === 1) &&
        (day === undefined || (this.from.at(slot) <= day && this.to.at(slot) >= day)) &&
        this.words.holds(slot);
      if (inside) mask[slot] = 1;
    }
    return mask;
  }

  /** Whether the slot contains exactly this passage. */
  isOf(slot: number, entry: PassageEntry): boolean {
    const days = daysOf(entry.inForceFrom, entry.inForceTo);
    return (
      this.documents.at(slot) === entry.document &&
      this.paths.at(slot) === entry.pathId &&
      this.kindOf(slot) === entry.kind &&
      this.from.at(slot) === days.from &&
      this.to.at(slot) === days.to &&
      this.words.hasTexts(slot, entry.heading, entry.text)
    );
  }

  save(sink: SnapshotSink): void {
    this.words.save(sink);
    for (const column of this.columns()) column.save(sink);
    sink.numbers(Float64Array.of(this.dated));
  }

  /** Fills an empty index. @throws SnapshotError; discard the index then */
  restore(source: SnapshotSource): void {
    this.words.restore(source);
    for (const column of this.columns()) column.restore(source);
    if (this.columns().some((column) => column.length !== this.length))
      throw new SnapshotError('its parts do not fit each other');
    const [dated = 0] = takeNumbers(source, 1);
    this.dated = dated;
    for (let slot = 0; slot < this.length; slot++)
      if (this.words.holds(slot)) this.slotOfRow.set(this.rows.at(slot), slot);
  }

  private columns() {
    return [this.rows, this.documents, this.kinds, this.paths, this.from, this.to];
  }

  /** A table by path id: a lookup in it costs a tenth of one in a set, and there is one for every passage. */
  private pathTable(allowed: ReadonlySet<number> | undefined): Uint8Array | undefined {
    if (allowed === undefined) return undefined;
    let largest = 0;
    for (const id of allowed) largest = Math.max(largest, id);
    const table = new Uint8Array(largest + 1);
    for (const id of allowed) table[id] = 1;
    return table;
  }
}
