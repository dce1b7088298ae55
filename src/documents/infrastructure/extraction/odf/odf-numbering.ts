import { ListCounters } from '../list-counter.js';
import { formatNumber } from '../number-format.js';
import type { OdfListLevel } from './odf-styles.js';

type Levels = readonly (OdfListLevel | undefined)[];

/** Counts the items of the lists of a document. */
export class OdfNumbering {
  readonly counters = new ListCounters();

  /**
   * The mark of the next item with the blank after it; '' where its level has none.
   * @param list what counts together @param restart the number that the item begins with
   */
  next(list: string, level: number, levels: Levels, restart?: number): string {
    const own = levels[level];
    if (own === undefined) return '';
    if (own.format === undefined) return '- ';
    const counter = this.counters.of(list);
    if (restart !== undefined) counter.restart(level, restart);
    const counted = Array.from(levels, (each) => ({ start: each?.start ?? 1, restartsAfter: undefined }));
    const numbers = counter.next(level, counted);
    const numberAt = (at: number): string => {
      const format = levels[at]?.format;
      return format === undefined ? '' : formatNumber(numbers[at] ?? 1, format);
    };
    if (own.pattern !== undefined) {
      const written = own.pattern.replace(/%(\d{1,2})%/gu, (_, at: string) => numberAt(Number(at) - 1));
      return written.trim() === '' ? '' : `${written}${own.gap}`.trimStart();
    }
    const first = Math.max(0, level - own.shown + 1);
    const shown = Array.from({ length: level + 1 - first }, (_, i) => numberAt(first + i)).filter(
      (number) => number !== '',
    );
    return `${own.prefix}${shown.join('.')}${own.suffix}${own.gap}`.trimStart();
  }
}
