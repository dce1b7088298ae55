import { query } from '../api/call.js';
import type { Claim } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';

/** Each claim of an answer with its verdict and the deciding quotes. */
export function Claims({ claims }: { readonly claims: readonly Claim[] }) {
  const { say } = useSpeech();
  if (claims.length === 0) return <p class="muted">{say('noClaims')}</p>;
  return (
    <ul class="cards">
      {claims.map((claim, i) => (
        <li key={i} class="card">
          <p lang={languageOf(claim.claim)}>
            <Badge group="claim" value={claim.verdict} /> {claim.claim}
          </p>
          {claim.quote !== null && <blockquote lang={languageOf(claim.quote)}>{claim.quote}</blockquote>}
          <p class="facts">
            {claim.document_id !== null && (
              <Link to={`/pages/documents${query({ id: claim.document_id })}`}>{claim.document_id}</Link>
            )}
            {claim.reasons.map((reason) => (
              <ServerText key={reason}>{reason}</ServerText>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
