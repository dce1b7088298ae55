import { signInUrl } from '../api/session.js';
import { useSpeech } from '../words/language.js';
import { usePlace } from './place.js';

const SIGN_IN_PAGE = '/pages/sign-in';

/** Leads to the provider and back to the page that is shown. `isMain`: as the main button of the page. */
export function SignInLink({ isMain = false }: { readonly isMain?: boolean }) {
  const { say } = useSpeech();
  const { path, parameters } = usePlace();
  const query = parameters.toString();
  const here = path === SIGN_IN_PAGE ? '/' : path + (query === '' ? '' : `?${query}`);
  return (
    <a href={signInUrl(here)} {...(isMain ? { class: 'main' } : {})}>
      {say('signIn')}
    </a>
  );
}
