import { type EditionChange, readChanges } from '../api/editions.js';
import { Badge, sectionText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';
import { wordDifference } from './word-difference.js';

/** A part of the difference: the words that were removed are struck out, added ones underlined. */
export function ChangedText({ change: { before, after } }: { readonly change: EditionChange }) {
  const { say } = useSpeech();
  const runs = wordDifference(before?.text ?? '', after?.text ?? '');
  return (
    <p class="paper difference" lang={languageOf((after ?? before)?.text ?? '')}>
      {runs.map(({ kind, text }, i) => {
        if (kind === 'same') return <span key={i}>{text}</span>;
        const Mark = kind === 'added' ? 'ins' : 'del';
        return (
          <Mark key={i}>
            <span class="hush">{say(kind === 'added' ? 'wordsAdded' : 'wordsRemoved')}</span>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

/** The articles, sections or paragraphs that an edition changed against an earlier one. */
export function EditionChanges({ from, to }: { readonly from: string; readonly to: string }) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => readChanges(to, from), [to, from]);
  return (
    <section aria-label={say('differenceOfEditions')}>
      <h2>{say('differenceOfEditions')}</h2>
      <Loaded of={loaded}>
        {(changes) =>
          changes.length === 0 ? (
            <p class="muted">{say('sameWords')}</p>
          ) : (
            <ol class="cards">
              {changes.map((change, i) => {
                const label = (change.after ?? change.before)?.label ?? null;
                return (
                  <li key={i} class="card" data-change={change.kind}>
                    <div class="row start">
                      <Badge group="change" value={change.kind} />
                      <strong lang={languageOf(label ?? '')}>
                        {label === null ? say('noSection') : sectionText(label)}
                      </strong>
                    </div>
                    <ChangedText change={change} />
                  </li>
                );
              })}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
