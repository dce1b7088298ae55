// Asks a question and prints the answer with its sources:
//   TOUCHSTONE_URL=http://127.0.0.1:8001 node example.js "휴학 신청은 언제까지 해야 하나요?"
import { type Schemas, touchstone } from './client.js';

const client = touchstone({
  baseUrl: process.env['TOUCHSTONE_URL'] ?? 'http://127.0.0.1:8001',
  key: process.env['TOUCHSTONE_KEY'],
});
const message = process.argv[2] ?? '휴학 신청은 언제까지 해야 하나요?';

const { data, error } = await client.POST('/chat/run', { body: { message } });
if (error !== undefined) {
  console.error(error.detail);
  process.exit(1);
}
// The route can also answer as a stream of events, which is text; it was not asked to.
if (typeof data === 'string') throw new Error('an answer was expected, not a stream');
const line = ({ n, title, quote }: Schemas['SourceDto']): string => `[${n}] ${title}: "${quote}"`;
console.log(data.response);
console.log(data.sources.map(line).join('\n'));
