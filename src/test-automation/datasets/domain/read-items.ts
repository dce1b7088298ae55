import { appendAll } from '../../../shared/domain/append-all.js';
import { Fault, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { DatasetItem, SentItem } from './dataset.js';
import { ExpectedCitation } from '../../domain/question.js';

export const MOST_ITEMS = 10_000;
const MOST_FAULTS = 200;
/** The limits of `POST /judge`, which reads the same values. */
const LIMITS = { id: 200, question: 4_000, text: 10_000, fact: 1_000, tag: 100, url: 2_000 } as const;
const MOST = { facts: 50, wordings: 20, contexts: 1_000, citations: 50, tags: 50 } as const;

const VISIBLE = /\S/u;
/** NUL cannot be stored as text; a lone surrogate cannot be encoded as UTF-8. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const isMissing = (value: unknown): value is null | undefined | '' =>
  value === undefined || value === null || value === '';

/** Reads the fields of one question, and collects their faults. */
class ItemReader {
  readonly faults: Fault[] = [];

  constructor(private readonly sent: SentItem) {}

  private fault(field: string, detail: string): void {
    const { pointer, place } = this.sent;
    this.faults.push({ pointer: `${pointer}/${field}`, detail: `${place}: ${field} ${detail}` });
  }

  /** @returns undefined for a missing or invalid value */
  text(field: string, value: unknown, most: number): string | undefined {
    if (isMissing(value)) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      this.fault(field, 'must be a text');
      return undefined;
    }
    const text = String(value).normalize('NFC');
    if (!VISIBLE.test(text)) {
      this.fault(field, 'must hold visible text');
      return undefined;
    }
    if (text.length > most) {
      this.fault(field, `must have at most ${most} characters, not ${text.length}`);
      return undefined;
    }
    if (!isStorable(text)) {
      this.fault(field, 'must not hold the character NUL or half of a character');
      return undefined;
    }
    return text;
  }

  list<T>(field: string, value: unknown, most: number, read: (part: unknown, at: string) => T | undefined): T[] {
    if (isMissing(value)) return [];
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (parts.length > most) {
      this.fault(field, `must have at most ${most} entries, not ${parts.length}`);
      return [];
    }
    return parts.flatMap((part, i) => {
      const found = read(part, `${field}/${i}`);
      return found === undefined ? [] : [found];
    });
  }

  answerable(value: unknown): boolean | undefined {
    if (isMissing(value)) return undefined;
    if (typeof value === 'boolean') return value;
    this.fault('answerable', 'must be true or false');
    return undefined;
  }

  wordings(value: unknown, at: string): readonly string[] | undefined {
    const found = this.list(at, value, MOST.wordings, (part, where) => this.text(where, part, LIMITS.fact));
    return found.length === 0 ? undefined : found;
  }

  citation(value: unknown, at: string): ExpectedCitation | undefined {
    if (isMissing(value)) return undefined;
    if (typeof value === 'string') return this.citation({ document_id: value }, at);
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.fault(at, 'must be the id of a document, or an object such as {"document_id": "…", "quote": "…"}');
      return undefined;
    }
    const known: Record<string, number> = {
      document_id: LIMITS.id,
      title: LIMITS.fact,
      quote: LIMITS.text,
      url: LIMITS.url,
    };
    const texts = new Map<string, string>();
    for (const [name, part] of Object.entries(value)) {
      const most = Object.hasOwn(known, name) ? known[name] : undefined;
      if (most === undefined) {
        this.fault(`${at}/${name}`, 'is not a known field; known are document_id, title, quote and url');
        continue;
      }
      const text = this.text(`${at}/${name}`, part, most);
      if (text !== undefined) texts.set(name, text);
    }
    if (texts.size === 0) {
      this.fault(at, 'must have a document_id, title, quote or url');
      return undefined;
    }
    const [documentId, title] = [texts.get('document_id'), texts.get('title')];
    const [quote, url] = [texts.get('quote'), texts.get('url')];
    return {
      ...(documentId === undefined ? {} : { documentId }),
      ...(title === undefined ? {} : { title }),
      ...(quote === undefined ? {} : { quote }),
      ...(url === undefined ? {} : { url }),
    };
  }

  read(ordinal: number): DatasetItem | undefined {
    const { record } = this.sent;
    const question = this.text('question', record.question, LIMITS.question);
    if (isMissing(record.question)) this.fault('question', 'is missing');
    const item: DatasetItem = {
      id: this.text('id', record.id, LIMITS.id) ?? `q${ordinal}`,
      question: question ?? '',
      answerable: this.answerable(record.answerable),
      facts: this.list('facts', record.facts, MOST.facts, (part, at) => this.wordings(part, at)),
      reference: this.text('reference', record.reference, LIMITS.text),
      contexts: this.list('contexts', record.contexts, MOST.contexts, (part, at) => this.text(at, part, 50_000)),
      citations: this.list('citations', record.citations, MOST.citations, (part, at) => this.citation(part, at)),
      tags: this.list('tags', record.tags, MOST.tags, (part, at) => this.text(at, part, LIMITS.tag)),
    };
    return this.faults.length === 0 ? item : undefined;
  }
}

/**
 * The questions of a file. Missing ids are assigned by position: `q1`, `q2`.
 * @throws InvalidInputError (422) with the first faults, each with its location in the file: an empty file, too many questions, a value of
 *   another type or length, a duplicate id
 */
export function readItems(sent: readonly SentItem[]): DatasetItem[] {
  if (sent.length === 0)
    throw new InvalidInputError([{ pointer: '', detail: 'the dataset has no questions; add at least one' }]);
  if (sent.length > MOST_ITEMS)
    throw new InvalidInputError([
      { pointer: '', detail: `the dataset has ${sent.length} questions, and the maximum is ${MOST_ITEMS}; split it` },
    ]);
  const faults: Fault[] = [];
  const items: DatasetItem[] = [];
  const places = new Map<string, string>();
  for (const [i, one] of sent.entries()) {
    // An error response lists only this many.
    if (faults.length >= MOST_FAULTS) break;
    const reader = new ItemReader(one);
    const item = reader.read(i + 1);
    appendAll(faults, reader.faults);
    if (item === undefined) continue;
    const first = places.get(item.id);
    if (first !== undefined)
      faults.push({
        pointer: `${one.pointer}/id`,
        detail: `${one.place}: duplicate id '${item.id}', also at ${first}; give each question a unique id`,
      });
    places.set(item.id, first ?? one.place);
    items.push(item);
  }
  if (faults.length > 0) throw new InvalidInputError(faults);
  return items;
}
