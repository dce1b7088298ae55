import { useState } from 'preact/hooks';

/** Drafts by conversation; a new conversation has one too. */
const itemOf = (id: string | undefined) => `touchstone.draft.${id ?? 'new'}`;

function stored(id: string | undefined): string {
  return localStorage.getItem(itemOf(id)) ?? '';
}

function store(id: string | undefined, text: string): void {
  if (text === '') localStorage.removeItem(itemOf(id));
  else localStorage.setItem(itemOf(id), text);
}

/** The question that is being written, which survives a reload and a look at another conversation. */
export function useDraft(id: string | undefined): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ id, text: stored(id) });
  if (draft.id !== id) setDraft({ id, text: stored(id) });
  const write = (text: string) => {
    store(id, text);
    setDraft({ id, text });
  };
  return [draft.id === id ? draft.text : stored(id), write];
}

/** Removes the draft of a conversation that is deleted. */
export function dropDraft(id: string): void {
  store(id, '');
}
