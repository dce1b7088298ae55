import { useState } from 'preact/hooks';
import type { Source } from '../api/chat.js';
import { readShared } from '../api/conversations.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { AnswerView } from './answer-view.js';
import { storedAnswer } from './shown-answer.js';
import { SourcePanel } from './sources.js';

/** Shared answers, as far as the key of the reader may see their sources. */
export function SharedPage() {
  const { say, time } = useSpeech();
  const { parameters } = usePlace();
  const id = parameters.get('id') ?? '';
  const loaded = useLoaded(() => readShared(id), [id]);
  const [read, setRead] = useState<Source | undefined>();
  return (
    <div class={read === undefined ? 'asks shared' : 'asks shared reading'}>
      <div class="ask">
        <Loaded of={loaded}>
          {({ title, created_at: at, turns, withheld_turns: withheld }) => (
            <>
              <h1 lang={languageOf(title ?? '')}>{title ?? say('sharedConversation')}</h1>
              <p class="facts">{say('sharedAt', { time: time(at) })}</p>
              {withheld > 0 && <p class="note">{say('withheldTurns', { count: withheld })}</p>}
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
            </>
          )}
        </Loaded>
      </div>
      {read !== undefined && <SourcePanel source={read} close={() => setRead(undefined)} />}
    </div>
  );
}
