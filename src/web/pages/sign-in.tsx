import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { clearDrafts, clearKeyDrafts } from './ask/draft.js';
import { setApiKey, useApiKey } from './api/key.js';
import { isStranger, signOut, useSession } from './api/session.js';
import { Waiting } from './parts/loaded.js';
import { ProblemView } from './parts/problem.js';
import { usePlace } from './parts/place.js';
import { SignInLink } from './parts/sign-in-link.js';
import { useSpeech } from './words/language.js';

/** The signed-in person, or the way to sign in, where the server knows people. */
export function Person() {
  const { say } = useSpeech();
  const key = useApiKey();
  const { mode, person } = useSession();
  const [error, setError] = useState<unknown>(undefined);
  const leave = () => {
    clearDrafts();
    signOut().catch(setError);
  };
  if (mode !== 'sign-in' || key !== '') return null;
  if (person === null) return <SignInLink />;
  return (
    <span class="row start" data-person={person.name}>
      {person.name}
      <button type="button" class="quiet" onClick={leave}>
        {say('signOut')}
      </button>
      {error !== undefined && <ProblemView error={error} />}
    </span>
  );
}

/** Takes the key of this tab. */
export function KeyForm() {
  const { say } = useSpeech();
  const key = useApiKey();
  const [typed, setTyped] = useState(key);
  const keep = (event: Event) => {
    event.preventDefault();
    // Another key may be that of another person.
    if (typed.trim() !== key) clearKeyDrafts();
    setApiKey(typed.trim());
  };
  return (
    <form onSubmit={keep} class="key-form">
      <label>
        {say('apiKey')}
        <input
          type="password"
          autocomplete="off"
          pattern="[!-~]*"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button class="quiet">{say('useKey')}</button>
    </form>
  );
}

/** Whoever has a key needs no rights of a group: the first administrator lets groups in this way. */
function KeyInstead() {
  const { say } = useSpeech();
  return (
    <details>
      <summary>{say('keyInstead')}</summary>
      <KeyForm />
    </details>
  );
}

/** Instead of a page that nobody may read without signing in, or without a key. */
function Welcome({ mode }: { readonly mode: string }) {
  const { say } = useSpeech();
  if (mode === 'key')
    return (
      <section class="card gate">
        <h1>{say('keyWanted')}</h1>
        <p>{say('keyWantedWhy')}</p>
        <KeyForm />
      </section>
    );
  return (
    <section class="card gate">
      <h1>{say('signInToContinue')}</h1>
      <p>{say('signInWhy')}</p>
      <p>
        <SignInLink isMain />
      </p>
      <KeyInstead />
    </section>
  );
}

/** The page, for those whom the server knows; the others are asked to sign in, and are then on this page. */
export function Gate({ children }: { readonly children: ComponentChildren }) {
  const { say } = useSpeech();
  const key = useApiKey();
  const session = useSession();
  const { mode, person } = session;
  if (key === '' && mode === 'unknown') return <Waiting />;
  if (key === '' && isStranger(session)) return <Welcome mode={mode} />;
  if (key === '' && person?.scopes.length === 0)
    return (
      <section class="card gate">
        <h1>{say('noRightsYet', { name: person.name })}</h1>
        <p>{say('noRightsWhy')}</p>
        <p>
          {person.groups.length === 0
            ? say('noGroupsOfPerson')
            : say('groupsOfPerson', { groups: person.groups.join(', ') })}
        </p>
        <KeyInstead />
      </section>
    );
  return <>{children}</>;
}

/** Instead of a page that the caller may not use. @param scopes of which one is needed */
export function NotAllowed({ scopes }: { readonly scopes: readonly string[] }) {
  const { say, name } = useSpeech();
  const { person } = useSession();
  const key = useApiKey();
  const isPerson = person !== null && key === '';
  return (
    <section class="card gate">
      <h1>{say('pageNotAllowed')}</h1>
      <p>{say('pageNeedsScope', { scopes: scopes.map((scope) => name('scope', scope)).join(', ') })}</p>
      <p>{say(isPerson ? 'groupsLack' : 'keyLacks')}</p>
    </section>
  );
}

/** Where a refused sign-in ends. */
export function SignInPage() {
  const { say } = useSpeech();
  const { person } = useSession();
  const isRefused = usePlace().parameters.has('problem');
  return (
    <>
      <h1>{say('signIn')}</h1>
      {isRefused && (
        <p class="card wrong" role="alert">
          {say('signInRefused')}
        </p>
      )}
      <p>{person === null ? <SignInLink /> : person.name}</p>
    </>
  );
}
