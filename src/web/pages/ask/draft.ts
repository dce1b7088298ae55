import { useEffect, useState } from 'preact/hooks';
import { useApiKey } from '../api/key.js';
import { useSession } from '../api/session.js';

/** Begins the name of every draft, also of those that earlier releases stored for nobody in particular. */
const DRAFTS = 'touchstone.draft';
const OF_NOBODY = /^touchstone\.draft\.(?:new|conv)/;

/** Where the drafts of one person are: with a key they end with the tab, as the key does. */
export interface DraftPlace {
  readonly storage: Storage;
  readonly owner: string;
}

/** Drafts by person and conversation; a new conversation has one too. */
const itemOf = ({ owner }: DraftPlace, id: string | undefined) => `${DRAFTS}.${owner}.${id ?? 'new'}`;

const stored = (place: DraftPlace, id: string | undefined): string => place.storage.getItem(itemOf(place, id)) ?? '';

function store(place: DraftPlace, id: string | undefined, text: string): void {
  if (text === '') place.storage.removeItem(itemOf(place, id));
  else place.storage.setItem(itemOf(place, id), text);
}

/** Removes the drafts whose name fits. */
function clear(storage: Storage, fits: (item: string) => boolean): void {
  for (const item of Object.keys(storage)) if (fits(item)) storage.removeItem(item);
}

/** Removes all drafts of this browser: the next person must not see them. */
export function clearDrafts(): void {
  for (const storage of [localStorage, sessionStorage]) clear(storage, (item) => item.startsWith(`${DRAFTS}.`));
}

/** Removes those of the key of this tab. */
export const clearKeyDrafts = (): void => clear(sessionStorage, (item) => item.startsWith(`${DRAFTS}.`));

clear(localStorage, (item) => OF_NOBODY.test(item));

/** The drafts of the one who uses these pages. */
export function useDraftPlace(): DraftPlace {
  const key = useApiKey();
  const { mode, person } = useSession();
  if (key !== '') return { storage: sessionStorage, owner: 'key' };
  if (person !== null) return { storage: localStorage, owner: `of-${person.id}` };
  // Without a sign-in everyone is the same person.
  return { storage: mode === 'none' ? localStorage : sessionStorage, owner: 'anyone' };
}

/**
 * The question that is being written, which survives a reload and a look at another conversation. Tabs of one person
 * show the same draft, so that none overwrites what another one has.
 */
export function useDraft(id: string | undefined): readonly [string, (text: string) => void] {
  const place = useDraftPlace();
  const item = itemOf(place, id);
  const [draft, setDraft] = useState({ item, text: stored(place, id) });
  if (draft.item !== item) setDraft({ item, text: stored(place, id) });
  useEffect(() => {
    const follow = ({ key, storageArea }: StorageEvent) => {
      if (storageArea === place.storage && (key === item || key === null)) setDraft({ item, text: stored(place, id) });
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [item, place.storage]);
  const write = (text: string) => {
    store(place, id, text);
    setDraft({ item, text });
  };
  return [draft.item === item ? draft.text : stored(place, id), write];
}

/** Removes the draft of a conversation that is deleted. */
export function dropDraft(place: DraftPlace, id: string): void {
  store(place, id, '');
}
