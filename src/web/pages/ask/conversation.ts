import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Answer, ask, type Question, type Scope } from '../api/chat.js';
import { problemOf } from '../api/call.js';
import { readConversation } from '../api/conversations.js';
import type { ServerEvent } from '../api/events.js';
import { useApiKey } from '../api/key.js';
import { nullable, object, text } from '../api/shape.js';
import { newAnswer, type ShownAnswer, storedAnswer } from './shown-answer.js';

const Token = object({ text });
const Step = object({ step: text, status: nullable(text) });

/** A question and its answer so far. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly scope: Scope;
  /** The answer while it is streamed. */
  readonly draft: string;
  readonly step: string | undefined;
  readonly state: 'running' | 'answered' | 'failed' | 'stopped';
  readonly answer: ShownAnswer | undefined;
  readonly conversationId: string | undefined;
  readonly error: unknown;
}

export const NO_SCOPE: Scope = { agentId: '', categories: [], asOf: '' };

/** Applies an event of the stream to a turn. @throws CallError for an `error` event */
export function afterEvent(turn: Turn, { name, data }: ServerEvent): Turn {
  switch (name) {
    case 'step':
      return { ...turn, step: Step(data, '').step };
    case 'token':
      return { ...turn, draft: turn.draft + Token(data, '').text };
    case 'reset':
      return { ...turn, draft: '' };
    case 'done': {
      const answer = Answer(data, '');
      return { ...turn, state: 'answered', answer: newAnswer(answer), conversationId: answer.conversation_id };
    }
    case 'error':
      throw problemOf(0, JSON.stringify(data), null);
    default:
      return turn;
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

const EMPTY = { draft: '', step: undefined, answer: undefined, error: undefined } as const;

async function storedTurns(id: string): Promise<readonly Turn[]> {
  const { turns } = await readConversation(id);
  return turns.map((stored): Turn => ({
    ...EMPTY,
    id: stored.trace_id,
    question: stored.message,
    scope: {
      agentId: stored.agent_id ?? '',
      categories: stored.allowed_category_paths ?? [],
      asOf: stored.as_of ?? '',
    },
    state: 'answered',
    answer: storedAnswer(stored),
    conversationId: id,
  }));
}

export type Asked = Omit<Question, 'conversationId'>;

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
  /** Whether its stored questions are still loading. */
  readonly isLoading: boolean;
  /** Why it could not be loaded. */
  readonly error: unknown;
  readonly reload: () => void;
  readonly send: (question: Asked) => void;
  readonly stop: () => void;
  readonly remove: (id: string) => void;
}

interface Shown {
  readonly turns: readonly Turn[];
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** The turns of the conversation that the address names. */
function useTurns(id: string | undefined, stop: () => void) {
  const [shown, setShown] = useState<Shown>({ turns: [], isLoading: id !== undefined, error: undefined });
  // The conversation whose turns are shown, known before the next rendering.
  const current = useRef<string | undefined>(undefined);
  const key = useApiKey();
  const load = useCallback(() => {
    stop();
    current.current = id;
    setShown({ turns: [], isLoading: id !== undefined, error: undefined });
    if (id === undefined) return;
    const settle = (result: Partial<Shown>) => {
      // Another conversation may have been opened meanwhile.
      if (current.current === id) setShown((before) => ({ ...before, ...result, isLoading: false }));
    };
    storedTurns(id).then(
      (turns) => settle({ turns }),
      (error: unknown) => settle({ error }),
    );
  }, [id, stop]);
  // A conversation belongs to the key that started it. The address of one that was just started names what is shown already.
  const openedWith = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (id !== undefined && current.current === id && openedWith.current === key) return;
    openedWith.current = key;
    load();
  }, [load, id, key]);
  const change = (changed: (turns: readonly Turn[]) => readonly Turn[]) =>
    setShown((before) => ({ ...before, turns: changed(before.turns) }));
  return { ...shown, current, reload: load, change };
}

/**
 * A conversation with the documents: one question at a time, each with the earlier turns.
 * @param id of the stored conversation that the address names; undefined for a new one
 * @param onTurn called when a question has ended
 */
export function useConversation(id: string | undefined, onTurn: (turn: Turn) => void): Conversation {
  const running = useRef<AbortController | undefined>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  const { current, change, turns, isLoading, error, reload } = useTurns(id, stop);
  useEffect(() => stop, [stop]);

  const follow = async (first: Turn, asked: Question, controller: AbortController) => {
    let turn = first;
    const show = (next: Turn) => {
      turn = next;
      change((all) => all.map((other) => (other.id === next.id ? next : other)));
    };
    try {
      for await (const event of ask(asked, controller.signal)) show(afterEvent(turn, event));
      if (turn.answer === undefined) show({ ...turn, state: 'stopped' });
    } catch (thrown) {
      show(isAbort(thrown) ? { ...turn, state: 'stopped' } : { ...turn, state: 'failed', error: thrown });
    }
    if (running.current !== controller) return;
    running.current = undefined;
    // After a change of the conversation the address stays where the reader is.
    if (current.current !== asked.conversationId) return;
    current.current = turn.conversationId;
    onTurn(turn);
  };

  const send = (question: Asked) => {
    if (running.current !== undefined && !running.current.signal.aborted) return;
    const controller = new AbortController();
    running.current = controller;
    const { message, agentId, categories, asOf } = question;
    const conversationId = current.current;
    const turn: Turn = {
      ...EMPTY,
      id: `new-${performance.now()}`,
      question: message,
      scope: { agentId, categories, asOf },
      state: 'running',
      conversationId,
    };
    change((all) => [...all, turn]);
    void follow(turn, { ...question, conversationId }, controller);
  };
  const remove = (turnId: string) => change((all) => all.filter((turn) => turn.id !== turnId));
  const isRunning = turns.some((turn) => turn.state === 'running');
  return { turns, isRunning, isLoading, error, reload, send, stop, remove };
}
