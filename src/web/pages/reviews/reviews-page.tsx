import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { decide, decisionOf, listReviews, type Review, type ReviewStatus, STATUSES } from '../api/reviews.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

function Sources({ sources }: Pick<Review, 'sources'>) {
  const { say } = useSpeech();
  return (
    <details>
      <summary>{say('sourcesCount', { count: sources.length })}</summary>
      <ul class="plain">
        {sources.map(({ document_id, title, quote }) => (
          <li key={document_id + quote}>
            <strong>{title}</strong>
            <blockquote lang={languageOf(quote)}>{quote}</blockquote>
          </li>
        ))}
      </ul>
    </details>
  );
}

function DecisionForm({ review, done }: { readonly review: Review; readonly done: (review: Review) => void }) {
  const { say } = useSpeech();
  const [answer, setAnswer] = useState(review.answer);
  const [error, setError] = useState<unknown>(undefined);
  const send = (wanted: 'approve' | 'reject') => (event: Event) => {
    event.preventDefault();
    setError(undefined);
    decide(review.review_id, decisionOf(review, answer, wanted)).then(done, setError);
  };
  return (
    <form onSubmit={send('approve')}>
      <label>
        {say('answerToKeep')}
        <textarea rows={4} value={answer} onInput={(event) => setAnswer(event.currentTarget.value)} />
      </label>
      <div class="row start">
        <button>{say('approve')}</button>
        <button type="button" class="quiet" onClick={send('reject')}>
          {say('reject')}
        </button>
      </div>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}

function ReviewCard({ first }: { readonly first: Review }) {
  const { say, name, time, percent } = useSpeech();
  const [review, setReview] = useState(first);
  return (
    <li class="card" data-review={review.review_id}>
      <h2 lang={languageOf(review.question)}>{review.question}</h2>
      <p class="facts">
        <Badge group="review" value={review.decision?.decision ?? review.status} />
        <span>{name('reason', review.reason)}</span>
        {review.confidence !== null && (
          <span>
            {review.review_below === null
              ? say('reviewConfidence', { confidence: percent(review.confidence) })
              : say('reviewConfidenceBelow', {
                  confidence: percent(review.confidence),
                  limit: percent(review.review_below),
                })}
          </span>
        )}
        <span>{time(review.created_at)}</span>
      </p>
      {review.outdated === true && <p class="note">{say('outdatedReview')}</p>}
      <Sources sources={review.sources} />
      {review.decision === null ? (
        <DecisionForm review={review} done={setReview} />
      ) : (
        <div role="status">
          <p lang={languageOf(review.decision.answer)}>{review.decision.answer}</p>
          {review.decision.case_id !== null && (
            <Link to={`/pages/cases${query({ id: review.decision.case_id })}`}>{say('openCase')}</Link>
          )}
        </div>
      )}
    </li>
  );
}

/**
 * Answers that need a review: approved or edited ones become cases, rejected ones are asked again in a test session.
 */
export function ReviewsPage() {
  const { say, name } = useSpeech();
  const [status, setStatus] = useState<ReviewStatus>('pending');
  const { items, more } = useListed((cursor) => listReviews(status, cursor), [status]);
  return (
    <>
      <div class="row">
        <h1>{say('reviews')}</h1>
        <label>
          {say('status')}{' '}
          <select
            value={status}
            onChange={(event) => setStatus(STATUSES.find((one) => one === event.currentTarget.value) ?? 'pending')}
          >
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {name('review', one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="muted">{say('reviewsPromise')}</p>
      <Loaded of={items}>
        {(reviews) =>
          reviews.length === 0 ? (
            <p class="muted">{say('noReviews')}</p>
          ) : (
            <>
              {status === 'pending' && (
                <p class="card verdict">
                  {say(more === undefined ? 'reviewsWait' : 'reviewsWaitAtLeast', { count: reviews.length })}
                </p>
              )}
              <ul class="cards">
                {reviews.map((review) => (
                  <ReviewCard key={review.review_id} first={review} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
