import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { AnswerQuestion } from '../../src/pipeline/application/answer-question.js';
import { OptimizeIndex } from '../../src/search/maintenance/application/optimize-index.js';
import { UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { startApplication } from '../support/application.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const AT_ONCE = 32;
const SECONDS = 6;

function questions(): string[] {
  return ['regression/questions.jsonl', 'bench-answers/direct.jsonl'].flatMap((file) =>
    readFileSync(path.join(projectRoot(), 'test', file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => (JSON.parse(line) as { question: string }).question),
  );
}

/** Chats a second over the samples, in process, 32 at a time: every question new (so that no result is remembered), then all known. */
async function measure(): Promise<void> {
  const running = await startApplication({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  const part = <T>(type: abstract new (...args: any[]) => T): T => running.app.get(type, { strict: false });
  await part(SampleLoader).load(() => undefined);
  await part(OptimizeIndex).optimize(() => undefined);
  const answer = part(AnswerQuestion);
  const asked = questions();
  let n = 0;
  const once = async (isNew: boolean) => {
    const question = asked[n % asked.length] ?? '';
    // A punctuation mark is not a word, so that only the cache of results is bypassed.
    const message = isNew ? `${question}${' .'.repeat(Math.floor(n / asked.length) + 1)}` : question;
    n++;
    await answer.answerQuestion({
      message,
      conversationId: undefined,
      owner: 'bench',
      filter: UNRESTRICTED,
      asOf: undefined,
      topK: 10,
      switches: {},
    });
  };
  for (const isNew of [true, true, false]) {
    n = 0;
    const times: number[] = [];
    const cpu = process.cpuUsage();
    const started = performance.now();
    const end = started + SECONDS * 1000;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < end) {
          const t = performance.now();
          await once(isNew);
          times.push(performance.now() - t);
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    times.sort((a, b) => a - b);
    const quantile = (q: number) => Math.round((times[Math.floor(q * times.length)] ?? 0) * 10) / 10;
    process.stdout.write(
      `${isNew ? 'new' : 'known'}: ${Math.round(times.length / seconds)} chats/s, p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, ` +
        `${Math.round((used.user + used.system) / 100 / times.length) / 10} ms of CPU a chat\n`,
    );
  }
  await running.stop();
}

await measure();
process.exit(0);
