import { call, query } from '../api/call.js';
import { readSession } from '../api/sessions.js';
import { nullable, object, page, type Read, text } from '../api/shape.js';
import { useLoaded } from '../parts/loaded.js';
import type { Language } from '../words/language.js';
import { useSessionSpeech } from './session-words.js';

const Persona = object({ id: text, name: text, name_en: nullable(text), name_ko: nullable(text), description: text });
type Persona = Read<typeof Persona>;

/** @param set that of the specification unless given */
export const listPersonas = (set: string | null = null) => call(`/personas${query({ set })}`, page(Persona));

/** The name in the reader's language, or the one that the set has. */
export function personaName({ name, name_en: en, name_ko: ko }: Persona, language: Language): string {
  return { en, ko }[language] ?? name;
}

/** The people of each session, read once: a page names them in many places. */
const ofSessions = new Map<string, Promise<readonly Persona[]>>();

function peopleOf(sessionId: string): Promise<readonly Persona[]> {
  const known = ofSessions.get(sessionId);
  if (known !== undefined) return known;
  const read = readSession(sessionId)
    .then(({ persona_set: set }) => listPersonas(set))
    .then(({ items }) => items);
  ofSessions.set(sessionId, read);
  read.catch(() => ofSessions.delete(sessionId));
  return read;
}

/** Names the people of a session by their ids; an id that the set no longer has is shown as words. */
export function usePersonaNames(sessionId: string): (personaId: string) => string {
  const { name, language } = useSessionSpeech();
  const people = useLoaded(() => peopleOf(sessionId), [sessionId]).value ?? [];
  return (personaId) => {
    const person = people.find(({ id }) => id === personaId);
    return person === undefined ? name('persona', personaId) : personaName(person, language);
  };
}
