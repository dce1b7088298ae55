import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource, WITHHELD_TEXT } from '../../shared/domain/quoted-source.js';
import { RememberedSource, Turn } from './conversation.js';
import { SideEvent, Trace, TraceEvent } from './trace.js';

/** The source of the words of a turn; undefined if an earlier release did not store it. */
function sourceOf({ doc_id: documentId, quote, start }: RememberedSource): QuotedSource | undefined {
  if (typeof documentId !== 'string' || typeof quote !== 'string') return undefined;
  return { documentId, quote, ...(typeof start === 'number' ? { start } : {}) };
}

/** The sources of a turn, and the documents whose passages its writer read. */
export function sourcesOfTurn({ sources, grounds = [], createdAt }: Turn): QuotedSource[] {
  return [
    ...sources.flatMap((source) => sourceOf(source) ?? []),
    ...grounds.map((documentId) => ({ documentId, unchangedSince: createdAt })),
  ];
}

/** A source of an earlier release without a document id is visible only to callers who see everything, or its category. */
export function hasUnknownOrigin({ sources }: Turn, filter: CategoryFilter): boolean {
  if (filter.kind === 'unrestricted') return false;
  return sources.some((source) => {
    if (sourceOf(source) !== undefined) return false;
    const { canonical_path: path } = source;
    return !isCategoryPath(path) || !allows(filter, path);
  });
}

/** The turn without the answer and without the names of its documents. The question stays: these are the caller's own words. */
export function withheldTurn<T extends Turn>(turn: T): T {
  return {
    ...turn,
    completedQuestion: turn.message,
    response: WITHHELD_TEXT,
    sources: [],
    grounds: [],
    details: {},
    isWithheld: true,
  };
}

/** `document#ordinal`. */
const PASSAGE = /^(.+)#\d+$/su;
const DOCUMENT_FIELDS = new Set(['document_id', 'doc_id']);

function* documentsIn(value: unknown, field = ''): Generator<string> {
  if (typeof value === 'string') {
    const document = DOCUMENT_FIELDS.has(field) ? value : PASSAGE.exec(value)?.[1];
    if (document !== undefined) yield document;
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* documentsIn(member, name);
  }
}

/** The documents whose passages the components of a question read, each in its state at that time. */
export function sourcesOfTrace({ events, createdAt }: Trace): QuotedSource[] {
  const documents = new Set(events.flatMap(({ input, output }) => [...documentsIn([input, output])]));
  return [...documents].map((documentId) => ({
    documentId,
    ...(createdAt === undefined ? {} : { unchangedSince: createdAt }),
  }));
}

function withheldEvent<T extends TraceEvent | SideEvent>(event: T): T {
  return { ...event, input: null, output: null, effect: WITHHELD_TEXT };
}

/** The trace without the input and output of its components. */
export function withheldTrace(trace: Trace): Trace {
  return { ...trace, events: trace.events.map(withheldEvent) };
}
