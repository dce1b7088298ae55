import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../../domain/rag-target.js';
import { ThrottledTarget } from './throttled-target.js';

const QUESTION: TargetQuestion = {
  message: 'q',
  conversationId: undefined,
  asOf: undefined,
  history: [],
  off: [],
};
const ANSWER: TargetAnswer = {
  text: 'a',
  sources: [],
  abstained: false,
  confidence: null,
  conversationId: null,
  traceId: null,
  events: [],
  understood: { intent: null, question: null },
  degraded: [],
  costUsd: null,
  tookMs: 1,
};

/** Refuses the given number of requests, and records when it was asked. */
class BusyTarget extends RagTarget {
  readonly kind = 'openai';
  readonly askedAtMs: number[] = [];

  constructor(private readonly failures: (Error | undefined)[]) {
    super();
  }

  ask(): Promise<TargetAnswer> {
    this.askedAtMs.push(performance.now());
    const failure = this.failures.shift();
    return failure === undefined ? Promise.resolve(ANSWER) : Promise.reject(failure);
  }
}

const signal = () => new AbortController().signal;

describe('a target that is busy', () => {
  it('is not called by any question of the session until its Retry-After has passed', async () => {
    const busy = new BusyTarget([new TargetError('busy', 300)]);
    const paced = new ThrottledTarget(busy);
    const first = paced.ask(QUESTION, signal());
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    const others = [1, 2, 3].map(() => paced.ask(QUESTION, signal()));
    await expect(Promise.all([first, ...others])).resolves.toHaveLength(4);
    const [start = 0, ...later] = busy.askedAtMs;
    expect(later).toHaveLength(4);
    // A timer may fire a fraction of a millisecond early.
    for (const at of later) expect(at - start).toBeGreaterThanOrEqual(299);
  });

  it('is asked again after each refusal, with growing waits if it does not say when', async () => {
    const busy = new BusyTarget([new TargetError('busy', 0), new TargetError('busy', 0)]);
    await expect(new ThrottledTarget(busy).ask(QUESTION, signal())).resolves.toEqual(ANSWER);
    const [first = 0, second = 0, third = 0] = busy.askedAtMs;
    expect(second - first).toBeGreaterThanOrEqual(99);
    expect(third - second).toBeGreaterThanOrEqual(199);
  });

  it('is given up if it requests a longer wait than a session allows, and the message says what to change', async () => {
    const busy = new BusyTarget([new TargetError('busy', 601_000)]);
    await expect(new ThrottledTarget(busy).ask(QUESTION, signal())).rejects.toThrow(
      /longer than 600 s.*less concurrency/u,
    );
    expect(busy.askedAtMs).toHaveLength(1);
  });

  it('is asked again twice after an internal error or a broken answer, which is counted separately', async () => {
    const failures = [
      new TargetError('500', undefined, 'server_error'),
      new TargetError('cut', undefined, 'cut_answer'),
    ];
    const answer = await new ThrottledTarget(new BusyTarget([...failures])).ask(QUESTION, signal());
    expect(answer).toEqual({ ...ANSWER, retries: { serverErrors: 1, cutAnswers: 1 } });
    const third = new TargetError('500 again', undefined, 'server_error');
    const given = await new ThrottledTarget(new BusyTarget([...failures, third]))
      .ask(QUESTION, signal())
      .catch((error: unknown) => error);
    expect(given).toMatchObject({ message: '500 again', retries: { serverErrors: 1, cutAnswers: 1 } });
  });

  it('has the repetitions after 503 in its count, and not those after 429', async () => {
    const [unavailable, limited] = [new TargetError('503', 0, 'server_error'), new TargetError('429', 0)];
    const answer = await new ThrottledTarget(new BusyTarget([unavailable, limited, unavailable])).ask(
      QUESTION,
      signal(),
    );
    expect(answer.retries).toEqual({ serverErrors: 2, cutAnswers: 0 });
  });

  it('passes on other errors at once, and ends its waits with the session', async () => {
    await expect(
      new ThrottledTarget(new BusyTarget([new TargetError('gone')])).ask(QUESTION, signal()),
    ).rejects.toThrow('gone');
    const controller = new AbortController();
    const waiting = new ThrottledTarget(new BusyTarget([new TargetError('busy', 60_000)])).ask(
      QUESTION,
      controller.signal,
    );
    setImmediate(() => controller.abort());
    await expect(waiting).rejects.toThrow('stopped');
  });
});
