import { serverUrl } from '../parts/base-path.js';
import type { Answer, Source } from '../api/chat.js';
import { useSpeech } from '../words/language.js';
import { citedParts, type Part } from './cited-parts.js';
import { sourceUrl } from './source-url.js';

interface NumberProps {
  readonly n: number;
  readonly sources: readonly Source[];
  readonly read: (source: Source) => void;
}

/** The number of a source: opens its document at the quoted chunk. Plain text if there is no such source. */
function SourceNumber({ n, sources, read }: NumberProps) {
  const { say } = useSpeech();
  const source = sources.find((candidate) => candidate.n === n);
  if (source === undefined) return <>[{n}]</>;
  const label = say('openSource', { n, title: source.title });
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    read(source);
  };
  return (
    <a class="cite" href={serverUrl(sourceUrl(source))} aria-label={label} title={label} onClick={open}>
      [{n}]
    </a>
  );
}

interface CitedTextProps {
  readonly answer: Answer;
  readonly read: (source: Source) => void;
}

/** An answer with supported words highlighted, each followed by the number of its source. */
export function CitedText({ answer, read }: CitedTextProps) {
  const show = (part: Part, i: number) => {
    if (part.kind === 'number') return <SourceNumber key={i} n={part.n} sources={answer.sources} read={read} />;
    return (
      <span key={i} class={part.kind}>
        {part.text}
      </span>
    );
  };
  return (
    <p class="said" lang={answer.metadata.language}>
      {citedParts(answer).map(show)}
    </p>
  );
}
