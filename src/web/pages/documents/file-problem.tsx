import { CallError } from '../api/call.js';
import { useRights } from '../api/keys.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

/** How the server is made to read a file is said for those who look after the server. */
const FOR_ADMINISTRATORS = /apt-get|OCR=/u;

const isForAdministrators = (error: unknown): boolean =>
  error instanceof CallError && FOR_ADMINISTRATORS.test(error.message);

/** Why a file was not taken. Readers who cannot install anything read whom to ask instead. */
export function FileProblem({ error }: { readonly error: unknown }) {
  const { say } = useSpeech();
  const { isAdministrator } = useRights();
  if (isAdministrator || !isForAdministrators(error)) return <ProblemView error={error} />;
  return (
    <section class="card wrong" role="alert">
      <p class="head">{say('didNotWork')}</p>
      <p>{say('needsRecognition')}</p>
    </section>
  );
}
