import { asksForChanges } from '../domain/asked-changes.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { sumUsage } from '../domain/composer.js';
import { noteOf, noteOfOtherDay } from '../domain/edition-notes.js';

type Compose = (draft: CompositionDraft) => Promise<Composition>;

/** The text of an answer with later numbers of its sources, and its citations in it. */
function renumbered(
  { response, citations, sources }: Composition,
  by: number,
): Pick<Composition, 'response' | 'citations' | 'sources'> {
  const numbers = new Set(sources.map(({ n }) => n));
  const longer: { at: number; by: number }[] = [];
  const text = response.replaceAll(/\[(\d{1,3})\]/gu, (mark, n: string, at: number) => {
    if (!numbers.has(Number(n))) return mark;
    const changed = `[${Number(n) + by}]`;
    longer.push({ at, by: changed.length - mark.length });
    return changed;
  });
  const moved = (place: number) => place + longer.reduce((sum, one) => (one.at < place ? sum + one.by : sum), 0);
  const later = citations.map((one) => ({
    ...one,
    start: moved(one.start),
    end: moved(one.end),
    sourceN: one.sourceN + by,
  }));
  return { response: text, sources: sources.map((source) => ({ ...source, n: source.n + by })), citations: later };
}

/** One answer of several: each under the note of its edition, oldest first. */
function together(
  parts: readonly { readonly note: string | undefined; readonly composition: Composition }[],
): Composition | undefined {
  const [first, ...others] = parts.map(({ composition }) => composition);
  if (first === undefined) return undefined;
  let response = '';
  const sources: Composition['sources'][number][] = [];
  const citations: Composition['citations'][number][] = [];
  for (const { note, composition } of parts) {
    const part = renumbered(composition, sources.length);
    response += `${response === '' ? '' : '\n\n'}${note === undefined ? '' : `${note}:\n`}`;
    const at = response.length;
    response += part.response;
    sources.push(...part.sources);
    citations.push(...part.citations.map((one) => ({ ...one, start: one.start + at, end: one.end + at })));
  }
  return {
    ...first,
    response,
    sources,
    citations,
    confidence: Math.min(...parts.map(({ composition }) => composition.confidence)),
    degraded: [...new Set(parts.flatMap(({ composition }) => composition.degraded))],
    usage: others.map(({ usage }) => usage).reduce(sumUsage, first.usage),
    // Offsets in a part are not offsets in the whole.
    findings: first.findings === undefined ? undefined : { ...first.findings, uncited: [] },
  };
}

/** The answer of each edition in the asked period; an edition that is not in force today is named with its days. */
export async function composeEditions(draft: CompositionDraft, compose: Compose): Promise<Composition> {
  const { retrieved, analysed } = draft;
  const { period } = retrieved;
  if (period === undefined || asksForChanges(analysed)) return compose(draft);
  if (period.others.length === 0) {
    const composed = await compose(draft);
    const note = noteOfOtherDay(retrieved, analysed.language);
    if (composed.abstained || note === undefined) return composed;
    return { ...composed, response: `${composed.response}\n\n(${note})` };
  }
  const parts: { note: string | undefined; composition: Composition }[] = [];
  for (const one of [retrieved, ...period.others]) {
    const composition = await compose({ ...draft, retrieved: one, isPart: true });
    if (!composition.abstained) parts.push({ note: noteOf(one, analysed.language), composition });
  }
  return together(parts) ?? compose({ ...draft, isPart: true });
}
