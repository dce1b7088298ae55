import { useState } from 'preact/hooks';
import type { Nearest, Source, Thumb } from '../api/chat.js';
import { sectionText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { AfterAbstention } from './after-abstention.js';
import { AnswerActions, Confidence, isDoubtful } from './answer-actions.js';
import { AnswerText } from './answer-text.js';
import type { ShownAnswer } from './shown-answer.js';
import { SourceChips, sourceUrl } from './sources.js';
import { WhyThisAnswer } from './why-this-answer.js';

/** Sections to look at after an abstention; marked as no answer. */
function NearestPlaces({ places }: { readonly places: readonly Nearest[] }) {
  const { say } = useSpeech();
  return (
    <div class="nearest">
      <p class="muted">{say('nearestPlaces')}</p>
      <ul>
        {places.map(({ doc_id: id, chunk_id: chunk, title, section }) => (
          <li key={chunk} lang={languageOf(title)}>
            <Link to={sourceUrl({ doc_id: id, start: null, end: null })}>{title}</Link>
            {section !== null && <span class="muted"> {sectionText(section)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface WiderSearch {
  readonly label: string;
  readonly search: () => void;
}

interface AnswerProps {
  readonly question: string;
  readonly answer: ShownAnswer;
  readonly conversationId?: string | undefined;
  readonly read: (source: Source) => void;
  readonly current: Source | undefined;
  /** Asks again with more documents; undefined where nothing is left to widen. */
  readonly wider?: WiderSearch | undefined;
}

/** An answer, its sources as chips, how far it can be trusted, and what to do with it. */
export function AnswerView({ question, answer, conversationId, read, current, wider }: AnswerProps) {
  const { say, time } = useSpeech();
  const { sources, traceId, confidence, done } = answer;
  const [thumb, setThumb] = useState<Thumb | undefined>();
  // A greeting is answered without the documents and is not an abstention.
  const isAbstention = answer.abstained && !answer.isSmallTalk && !answer.isWithheld;
  const isUnsure = isAbstention || thumb === 'thumbs_down' || (!answer.isSmallTalk && isDoubtful(confidence));
  return (
    <section class={isAbstention ? 'card answer calm' : 'card answer'} data-abstained={isAbstention}>
      {isAbstention && <p class="head">{say('noAnswer')}</p>}
      {answer.degradation !== undefined && <p class="note">{answer.degradation}</p>}
      {done !== undefined && <p class="note">{[say('doneByEditor', { at: time(done.at) }), done.note].join(' ')}</p>}
      {answer.isOutdated && <p class="note">{say('outdatedAnswer')}</p>}
      {answer.isWithheld ? (
        <p class="muted">{say('withheldAnswer')}</p>
      ) : (
        <AnswerText answer={answer} sources={sources} read={read} />
      )}
      {sources.length > 0 && <SourceChips sources={sources} read={read} current={current} />}
      {isAbstention && answer.nearest.length > 0 && <NearestPlaces places={answer.nearest} />}
      {answer.completedQuestion !== undefined && (
        <p class="muted">{say('understoodAs', { question: answer.completedQuestion })}</p>
      )}
      {answer.needsReview && <p class="note">{say('needsReview')}</p>}
      {!answer.abstained && !answer.isWithheld && confidence !== undefined && <Confidence value={confidence} />}
      {isUnsure && !answer.isWithheld && (isAbstention || wider !== undefined) && (
        <p class="row start">
          {isAbstention && <span class="muted">{say('tryOtherWords')}</span>}
          {wider !== undefined && (
            <button type="button" class="quiet" onClick={wider.search}>
              {wider.label}
            </button>
          )}
        </p>
      )}
      {isAbstention && traceId !== undefined && <AfterAbstention question={question} traceId={traceId} />}
      {traceId !== undefined && !answer.isWithheld && (
        <AnswerActions
          question={question}
          answer={answer}
          traceId={traceId}
          conversationId={conversationId}
          rated={setThumb}
        />
      )}
      {traceId !== undefined && <WhyThisAnswer traceId={traceId} latency={answer.latency} />}
    </section>
  );
}
