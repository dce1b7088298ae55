import { useEffect, useRef } from 'preact/hooks';
import { useSpeech } from '../words/language.js';
import { languageOf } from './language-of.js';

export interface Passage {
  readonly start: number;
  readonly end: number;
  /** The quoted text; a document that was replaced since may have it elsewhere, or not at all. */
  readonly quote?: string | undefined;
}

/** Start of the quoted text in the document, or -1. */
export function placeOf(text: string, { start, end, quote }: Passage): number {
  if (quote === undefined || text.slice(start, end) === quote) return start < text.length ? start : -1;
  return text.indexOf(quote);
}

/** Scrolls the text alone where it scrolls by itself: the page around it stays where it is. */
function bringIntoView(mark: HTMLElement): void {
  const scrolled = mark.closest('.scrolled');
  if (scrolled === null) {
    mark.scrollIntoView({ block: 'center', behavior: 'instant' });
    return;
  }
  const below = mark.getBoundingClientRect().top - scrolled.getBoundingClientRect().top;
  scrolled.scrollTop += below - scrolled.clientHeight / 3;
}

/** A stored text with a chunk marked and in view. Offsets count UTF-16 units, as those of the API. */
export function MarkedText({ text, passage }: { readonly text: string; readonly passage: Passage | undefined }) {
  const { say } = useSpeech();
  const mark = useRef<HTMLElement>(null);
  const from = passage === undefined ? -1 : placeOf(text, passage);
  const to = from < 0 || passage === undefined ? -1 : from + (passage.end - passage.start);
  useEffect(() => {
    if (mark.current !== null) bringIntoView(mark.current);
  }, [from, to]);
  const language = languageOf(text);
  if (from < 0)
    return (
      <>
        {passage !== undefined && <p class="note">{say('documentChanged')}</p>}
        <div class="paper" lang={language}>
          {text}
        </div>
      </>
    );
  return (
    <div class="paper" lang={language}>
      {text.slice(0, from)}
      <mark ref={mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </div>
  );
}
