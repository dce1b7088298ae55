import { OWN_FILES, readOwn } from '../bench-answers/question-set.js';

/** A request as it is sent. */
export interface BenchRequest {
  readonly path: string;
  readonly body: object;
}

export type Route = 'chat' | 'search' | 'suggest' | 'agents';

/** Agents are of few kinds, so that their number does not grow with the time. */
const AGENTS = 35;
const MIXED: readonly Route[] = ['chat', 'search', 'search', 'suggest', 'agents'];

/** Makes the n-th request of a route from the questions over the samples; the same for the same n. */
export function requestMaker(): (route: Route | 'mixed', n: number) => BenchRequest {
  const questions = readOwn(OWN_FILES).questions.map(({ text }) => text);
  const make = (route: Route | 'mixed', n: number): BenchRequest => {
    const question = questions[n % questions.length] ?? '';
    // A punctuation mark is not a word: it makes the same question new to every cache of answers.
    const message = `${question}${' .'.repeat(Math.floor(n / questions.length) % 50)}`;
    switch (route) {
      case 'chat':
        return { path: '/chat/run', body: { message } };
      case 'search':
        return { path: '/search', body: { query: message, top_k: 10 } };
      case 'suggest':
        return { path: '/cbr/suggest', body: { query: message, k: 5 } };
      case 'agents':
        return {
          path: '/agents/from-category',
          body: { version: '1.0.0', node_paths: [['학사']], options: { name: `agent ${n % AGENTS}` } },
        };
      case 'mixed':
        return make(MIXED[n % MIXED.length] ?? 'chat', n);
    }
  };
  return make;
}
