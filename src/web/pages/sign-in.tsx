import { useState } from 'preact/hooks';
import { useApiKey } from './api/key.js';
import { signOut, useSession } from './api/session.js';
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
  if (mode !== 'sign-in' || key !== '') return null;
  if (person === null) return <SignInLink />;
  return (
    <span class="row start" data-person={person.name}>
      {person.name}
      <button type="button" class="quiet" onClick={() => void signOut().catch(setError)}>
        {say('signOut')}
      </button>
      {error !== undefined && <ProblemView error={error} />}
    </span>
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
