import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Source } from '../api/chat.js';
import { readShared, type SharedTurn } from '../api/conversations.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { AnswerView } from './answer-view.js';
import { storedAnswer } from './shown-answer.js';
import { SourcePanel } from './sources.js';

interface ReadTurnsProps {
  readonly turns: readonly SharedTurn[];
  /** What is above them. */
  readonly children: ComponentChildren;
}

/** Answers that are read and not continued, with their sources. */
export function ReadTurns({ turns, children }: ReadTurnsProps) {
  const [read, setRead] = useState<Source | undefined>();
  return (
    <div class={read === undefined ? 'asks shared' : 'asks shared reading'}>
      <div class="ask">
        {children}
        <div class="turns">
          {turns.map((turn) => (
            <article key={turn.created_at} class="turn">
              {turn.message !== '' && (
                <h2 class="question" lang={languageOf(turn.message)}>
                  {turn.message}
                </h2>
              )}
              <AnswerView question={turn.message} answer={storedAnswer(turn)} read={setRead} current={read} />
            </article>
          ))}
        </div>
      </div>
      {read !== undefined && <SourcePanel source={read} close={() => setRead(undefined)} />}
    </div>
  );
}

/** Shared answers, as far as the key of the reader may see their sources. */
export function SharedPage() {
  const { say, time } = useSpeech();
  const { parameters } = usePlace();
  const id = parameters.get('id') ?? '';
  const loaded = useLoaded(() => readShared(id), [id]);
  return (
    <Loaded of={loaded}>
      {({ title, created_at: at, turns, withheld_turns: withheld }) => (
        <ReadTurns turns={turns}>
          <h1 lang={languageOf(title ?? '')}>{title ?? say('sharedConversation')}</h1>
          <p class="facts">{say('sharedAt', { time: time(at) })}</p>
          {withheld > 0 && <p class="note">{say('withheldTurns', { count: withheld })}</p>}
        </ReadTurns>
      )}
    </Loaded>
  );
}
