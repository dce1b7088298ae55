import { useState } from 'preact/hooks';
import { type GivenFeedback, rate, type Thumb } from '../api/chat.js';
import { shareConversation } from '../api/conversations.js';
import { announce } from '../parts/announce.js';
import { copyText } from '../parts/copy-button.js';
import { sectionText } from '../parts/labels.js';
import { ProblemView } from '../parts/problem.js';
import { type Speech, useSpeech } from '../words/language.js';
import type { ShownAnswer } from './shown-answer.js';

/** Calibrated confidence from which an answer is called well supported, and below which it is called uncertain. */
const SUPPORTED = 0.8;
const UNCERTAIN = 0.5;

/** Whether an answer is to be checked, or uncertain. */
export const isDoubtful = (confidence: number | undefined): boolean =>
  confidence !== undefined && confidence < SUPPORTED;

const levelOf = (value: number) => (value >= SUPPORTED ? 'high' : value >= UNCERTAIN ? 'medium' : 'low');

/** How far an answer can be trusted, as one phrase; the figure on demand. */
export function Confidence({ value }: { readonly value: number }) {
  const { say, name } = useSpeech();
  const level = levelOf(value);
  return (
    <details class="confidence" data-level={level}>
      <summary>{name('confidence', level)}</summary>
      <p class="muted">{say('confidenceExplained', { percent: Math.round(value * 100) })}</p>
    </details>
  );
}

/** An answer as plain text with its numbered sources. */
function copiedText({ response, sources }: ShownAnswer, { say }: Speech): string {
  const lines = sources.map(({ n, title, section, version, url }) =>
    [`[${n}] ${title}`, section === null ? null : sectionText(section), version, url]
      .filter((part) => part != null)
      .join(', '),
  );
  return sources.length === 0 ? response : `${response}\n\n${say('sourcesWord')}\n${lines.join('\n')}`;
}

/** Drawn as SVG, since not every device has a font for it. */
function ThumbIcon({ isDown = false }: { readonly isDown?: boolean }) {
  return (
    <svg class={isDown ? 'icon down' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 10h4v11H3zM9 10l4-8c1.7 0 3 1.3 3 3l-1 4h5c1.3 0 2.2 1 2 2.2l-1.6 8c-.2 1.1-1.1 1.8-2.2 1.8H9z" />
    </svg>
  );
}

function WhatIsWrong({ send }: { readonly send: (given: Omit<GivenFeedback, 'thumb'>) => void }) {
  const { say } = useSpeech();
  const [comment, setComment] = useState('');
  const [correction, setCorrection] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    send({ comment: comment.trim(), correction: correction.trim() });
  };
  return (
    <form class="fields correction" onSubmit={submit}>
      <label>
        {say('whatIsWrong')}
        <textarea
          rows={2}
          maxLength={4000}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
        />
      </label>
      <label>
        {say('correctAnswer')}
        <textarea
          rows={2}
          maxLength={4000}
          value={correction}
          onInput={(event) => setCorrection(event.currentTarget.value)}
        />
      </label>
      <button class="quiet" disabled={comment.trim() === '' && correction.trim() === ''}>
        {say('sendFeedback')}
      </button>
    </form>
  );
}

interface ActionsProps {
  readonly question: string;
  readonly answer: ShownAnswer;
  readonly traceId: string;
  readonly conversationId: string | undefined;
  readonly rated: (thumb: Thumb) => void;
}

function Thumbs({ question, answer, traceId, rated }: Omit<ActionsProps, 'conversationId'>) {
  const { say } = useSpeech();
  const [given, setGiven] = useState<GivenFeedback | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const give = (feedback: GivenFeedback) => {
    setError(undefined);
    rate({ question, traceId, caseId: answer.caseId }, feedback).then(() => {
      setGiven(feedback);
      rated(feedback.thumb);
      announce(say('thankYou'));
    }, setError);
  };
  return (
    <>
      <span class="thumbs" role="group" aria-label={say('didThisHelp')}>
        {(['thumbs_up', 'thumbs_down'] as const).map((thumb) => {
          const label = say(thumb === 'thumbs_up' ? 'helped' : 'didNotHelp');
          return (
            <button
              key={thumb}
              type="button"
              class="quiet"
              aria-pressed={given?.thumb === thumb}
              aria-label={label}
              title={label}
              onClick={() => give({ thumb })}
            >
              <ThumbIcon isDown={thumb === 'thumbs_down'} />
            </button>
          );
        })}
      </span>
      {given !== undefined && <span class="muted">{say('thankYou')}</span>}
      {given?.thumb === 'thumbs_down' && given.comment === undefined && (
        <WhatIsWrong send={(texts) => give({ thumb: 'thumbs_down', ...texts })} />
      )}
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}

function Share({ traceId, conversationId }: { readonly traceId: string; readonly conversationId: string }) {
  const { say } = useSpeech();
  const [link, setLink] = useState('');
  const [isCopied, setIsCopied] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const share = async () => {
    const { url } = await shareConversation(conversationId, traceId);
    setLink(url);
    const copied = await copyText(url);
    setIsCopied(copied);
    announce(say(copied ? 'linkCopied' : 'linkMade'));
  };
  const start = () => {
    setError(undefined);
    share().catch(setError);
  };
  return (
    <>
      <button type="button" class="quiet" onClick={start}>
        {say('shareAnswer')}
      </button>
      {link !== '' && (
        <label class="linked">
          <strong>{say(isCopied ? 'linkCopied' : 'linkMade')}</strong> {say('linkNote')}
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}

/** Copies, shares and rates an answer. */
export function AnswerActions({ question, answer, traceId, conversationId, rated }: ActionsProps) {
  const speech = useSpeech();
  const { say } = speech;
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const copied = await copyText(copiedText(answer, speech));
    setIsCopied(copied);
    announce(say(copied ? 'copied' : 'didNotWork'));
  };
  return (
    <div class="row start actions">
      <button type="button" class="quiet" onClick={() => void copy()}>
        {say('copy')}
      </button>
      {isCopied && <span class="muted">{say('copied')}</span>}
      {conversationId !== undefined && <Share traceId={traceId} conversationId={conversationId} />}
      <Thumbs question={question} answer={answer} traceId={traceId} rated={rated} />
    </div>
  );
}
