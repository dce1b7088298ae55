import { TextSpan } from '../text-span.js';
import { Bound } from './bounds.js';

/** What every value has. Offsets are UTF-16 units of the text. */
interface Read extends TextSpan {
  readonly bound: Bound;
  /** `약 30분`, `about 30 minutes`. */
  readonly approximate: boolean;
}

/** A name of letters, digits and parts: `Form 7-B`, `3A호`, `RX-200/i`. */
export interface Code extends Read {
  readonly kind: 'code';
  /** Runs of digits or letters, in lower case, without separators: `['7', 'b']`. */
  readonly parts: readonly string[];
  /** What the code names, in English: `form`, `room`; '' if the text does not say. */
  readonly label: string;
}

/** `2.1.0`, `v2`, `버전 2.1`. A shorter version is partial, like a date without its day. */
export interface Version extends Read {
  readonly kind: 'version';
  readonly parts: readonly string[];
}

/** A date, with the parts that a text contains. */
export interface CalendarDate extends Read {
  readonly kind: 'date';
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number | undefined;
  /** `03/05/2026`: month and day may be exchanged. */
  readonly isAmbiguous: boolean;
}

export interface ClockTime extends Read {
  readonly kind: 'time';
  /** Seconds since midnight, below 86,400. */
  readonly seconds: number;
  /** `6:30`, `6시`: of the morning or of the evening. */
  readonly isAmbiguous: boolean;
}

export type QuantityKind = 'duration' | 'amount' | 'quantity' | 'share' | 'count' | 'ordinal' | 'number';

/** A number with its unit. */
export interface Quantity extends Read {
  readonly kind: QuantityKind;
  /** Value in the base unit of its dimension. */
  readonly value: number;
  /** Factor applied to the written number. */
  readonly factor: number;
  /** `time` (seconds), `month`, `ratio`, `person`, …, the word after the number, or '' for a bare number. */
  readonly dimension: string;
  /** The dimension is only the word after the number. */
  readonly free: boolean;
  /** `한 번`, `one of them`: agreement counts, a difference alone does not. */
  readonly soft: boolean;
}

export type Value = Code | Version | CalendarDate | ClockTime | Quantity;

/** A value found by one reader, before its comparator is read, which may follow a word after the number: `4촌 이내`. */
export type Found<T extends Value> = T extends Value ? Omit<T, 'bound' | 'approximate'> & { boundAt?: number } : never;

/** Whether a value is a number with or without a unit. */
export function isQuantity(value: Value): value is Quantity {
  return 'dimension' in value;
}

/** The spans of a text that a reader has taken, so that values do not overlap. */
export class TakenSpans {
  private readonly units: Uint8Array;

  constructor(length: number) {
    this.units = new Uint8Array(length);
  }

  isFree({ start, end }: TextSpan): boolean {
    for (let i = start; i < end; i++) if (this.units[i] === 1) return false;
    return true;
  }

  /** Returns false, and takes nothing, if a part of the span is taken. */
  take(span: TextSpan): boolean {
    if (!this.isFree(span)) return false;
    this.units.fill(1, span.start, span.end);
    return true;
  }
}
