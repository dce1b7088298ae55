import { CallError } from '../api/call.js';
import { useApiKey } from '../api/key.js';
import { useSession } from '../api/session.js';
import { RefusalText, ServerText } from './server-text.js';
import { SignInLink } from './sign-in-link.js';
import { useSpeech, type Speech } from '../words/language.js';

/** What a person does about a request that is refused for want of a sign-in or a key. */
function Unauthorised({ isBySignIn }: { readonly isBySignIn: boolean }) {
  const { say } = useSpeech();
  const key = useApiKey();
  if (key !== '') return <p>{say('keyUnknown')}</p>;
  if (!isBySignIn) return <p>{say('keyNeeded')}</p>;
  return (
    <>
      <p>{say('signInAgain')}</p>
      <p>
        <SignInLink />
      </p>
    </>
  );
}

function wordsOf(error: unknown, { say }: Speech): string {
  if (!(error instanceof Error)) return say('failed');
  if (error instanceof CallError && error.status === 0 && error.message === '') return say('unreachable');
  return error.message;
}

interface ProblemProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

/** An error in the server's words, which name the cure, in the language of the page. */
export function ProblemView({ error, retry }: ProblemProps) {
  const speech = useSpeech();
  const { say } = speech;
  const isBySignIn = useSession().mode === 'sign-in';
  const problem = error instanceof CallError ? error : undefined;
  const faults = problem?.faults ?? [];
  const isUnauthorised = problem?.status === 401;
  return (
    <section class="card wrong" role="alert">
      <p class="head">{say('didNotWork')}</p>
      {isUnauthorised && <Unauthorised isBySignIn={isBySignIn} />}
      {!isUnauthorised && faults.length > 1 && (
        <ul>
          {faults.map(({ pointer, detail }) => (
            <li key={pointer}>
              <code>{pointer}</code> <ServerText>{detail}</ServerText>
            </li>
          ))}
        </ul>
      )}
      {!isUnauthorised && faults.length <= 1 && (
        <p>
          <RefusalText code={problem?.code ?? ''} detail={wordsOf(error, speech)} />
        </p>
      )}
      {problem?.status === 403 && <p>{say(isBySignIn ? 'groupsLack' : 'keyLacks')}</p>}
      {problem !== undefined && problem.retryAfter !== null && (
        <p>{say('tryAgainIn', { seconds: problem.retryAfter })}</p>
      )}
      {retry !== undefined && (
        <button type="button" class="quiet" onClick={retry}>
          {say('tryAgain')}
        </button>
      )}
      {problem !== undefined && problem.requestId !== null && (
        <p class="facts">{say('requestId', { id: problem.requestId })}</p>
      )}
    </section>
  );
}
