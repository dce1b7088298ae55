import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Answer, ask, type Question } from '../api/chat.js';
import { problemOf } from '../api/call.js';
import type { ServerEvent } from '../api/events.js';
import { useApiKey } from '../api/key.js';
import { nullable, object, text } from '../api/shape.js';

const Token = object({ text });
const Step = object({ step: text, status: nullable(text) });

/** A question and its answer so far. */
export interface Turn {
  readonly id: number;
  readonly question: string;
  readonly asOf: string;
  /** The answer while it is streamed. */
  readonly draft: string;
  readonly step: string | undefined;
  readonly state: 'running' | 'answered' | 'failed' | 'stopped';
  readonly answer: Answer | undefined;
  readonly error: unknown;
}

/** Applies an event of the stream to a turn. @throws CallError for an `error` event */
export function afterEvent(turn: Turn, { name, data }: ServerEvent): Turn {
  switch (name) {
    case 'step':
      return { ...turn, step: Step(data, '').step };
    case 'token':
      return { ...turn, draft: turn.draft + Token(data, '').text };
    case 'reset':
      return { ...turn, draft: '' };
    case 'done':
      return { ...turn, state: 'answered', answer: Answer(data, '') };
    case 'error':
      throw problemOf(0, JSON.stringify(data), null);
    default:
      return turn;
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
  readonly send: (question: Omit<Question, 'conversationId'>) => void;
  readonly stop: () => void;
  readonly restart: () => void;
  readonly remove: (id: number) => void;
}

/** A conversation with the documents: one question at a time, each with the earlier turns. */
export function useConversation(onTurn: (turn: Turn) => void): Conversation {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const conversation = useRef<string | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const key = useApiKey();
  const stop = useCallback(() => running.current?.abort(), []);
  const restart = useCallback(() => {
    stop();
    conversation.current = undefined;
    setTurns([]);
  }, [stop]);
  // A conversation belongs to the key that started it.
  useEffect(() => {
    conversation.current = undefined;
  }, [key]);
  useEffect(() => stop, [stop]);

  const follow = async (first: Turn, asked: Question, controller: AbortController) => {
    let turn = first;
    const show = (next: Turn) => {
      turn = next;
      setTurns((all) => all.map((other) => (other.id === next.id ? next : other)));
    };
    try {
      for await (const event of ask(asked, controller.signal)) show(afterEvent(turn, event));
      if (turn.answer !== undefined) conversation.current = turn.answer.conversation_id;
      else show({ ...turn, state: 'stopped' });
    } catch (error) {
      show(isAbort(error) ? { ...turn, state: 'stopped' } : { ...turn, state: 'failed', error });
    }
    running.current = undefined;
    onTurn(turn);
  };

  const send = (question: Omit<Question, 'conversationId'>) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const turn: Turn = {
      id: performance.now(),
      question: question.message,
      asOf: question.asOf,
      draft: '',
      step: undefined,
      state: 'running',
      answer: undefined,
      error: undefined,
    };
    setTurns((all) => [...all, turn]);
    void follow(turn, { ...question, conversationId: conversation.current }, controller);
  };
  const remove = (id: number) => setTurns((all) => all.filter((turn) => turn.id !== id));
  const isRunning = turns.some((turn) => turn.state === 'running');
  return { turns, isRunning, send, stop, restart, remove };
}
