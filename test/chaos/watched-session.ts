import { setTimeout as delay } from 'node:timers/promises';
import { FakeServer, sendJson } from '../support/fake-server.js';

/** The latency of a model, so that a request is in flight whenever a process dies. */
const ANSWER_AFTER_MS = 300;
/** An answer that left the target so shortly before or after the death of a process may not have been read, or not been recorded. */
const ON_ITS_WAY_MS = 500;
const END_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 500;
// It claims nothing, so that no check of it fails and nothing is asked again for that.
const ANSWER = { choices: [{ message: { content: '안녕하세요.' } }] };
const PLANNED = { personas: 6, questions: 8, scenarios: 3, turns: 5 };

/** The result of a session that ran while processes died. */
export interface SessionOutcome {
  readonly status: string;
  readonly planned: number;
  readonly recorded: number;
  /** Questions that were asked again after their answer: the time of the answer, in milliseconds before or after the death of a process. */
  readonly askedTwice: readonly (readonly number[])[];
  /** Questions that were asked again because they or their answer were under way when a process died. */
  readonly begunAgain: number;
}

/** Test sessions against a target that counts its requests. */
export class WatchedSessions {
  private readonly target = new FakeServer();
  private targetUrl = '';
  /** Questions by the moments at which their answers were sent. */
  private answered = new Map<string, number[]>();

  constructor(private readonly url: string) {
    this.target.respond = (response, { body }) => {
      setTimeout(() => {
        if (response.destroyed) return;
        sendJson(response, 200, ANSWER);
        const question = JSON.stringify(body);
        this.answered.set(question, [...(this.answered.get(question) ?? []), performance.now()]);
      }, ANSWER_AFTER_MS);
    };
  }

  async open(): Promise<void> {
    this.targetUrl = await this.target.start();
  }

  close(): Promise<void> {
    return this.target.stop();
  }

  /** Starts a session. @returns its id */
  async start(seed: number): Promise<string> {
    this.answered.clear();
    this.target.calls.length = 0;
    const order = {
      seed,
      queries_per_persona: PLANNED.questions,
      personas: ['freshman', 'third_year_student', 'graduate_student', 'new_professor', 'new_staff', 'parent'].slice(
        0,
        PLANNED.personas,
      ),
      multi_turn: { scenarios: PLANNED.scenarios, turns: PLANNED.turns },
      concurrency: 4,
      judge: 'rules',
      target: { kind: 'openai', base_url: this.targetUrl, model: 'm' },
    };
    const { session_id: id } = (await this.call('/test-sessions', order)) as { session_id?: string };
    if (id === undefined) throw new Error('The session was not accepted.');
    return id;
  }

  /** Waits for its end and compares the requests with the records. @param killedAtMs when a process was killed last */
  async outcome(id: string, killedAtMs: number): Promise<SessionOutcome> {
    const until = performance.now() + END_WITHIN_MS;
    let session = await this.read(id);
    while (!['completed', 'failed', 'cancelled', 'interrupted'].includes(session.status) && performance.now() < until) {
      await delay(LOOK_EVERY_MS);
      session = await this.read(id);
    }
    const results = (await this.call(`/test-sessions/${id}/results?limit=200`)) as { items: { result_id: string }[] };
    return {
      status: session.status,
      planned: session.planned.queries + session.planned.turns,
      recorded: new Set(results.items.map(({ result_id }) => result_id)).size,
      ...this.askedAgain(killedAtMs),
    };
  }

  private askedAgain(killedAtMs: number): Pick<SessionOutcome, 'askedTwice' | 'begunAgain'> {
    const moments = [...this.answered.values()];
    const repeated = moments.filter(({ length }) => length > 1);
    const wasOnItsWay = ([first = 0]: readonly number[]) => Math.abs(first - killedAtMs) < ON_ITS_WAY_MS;
    const unanswered = this.target.calls.length - moments.flat().length;
    return {
      askedTwice: repeated
        .filter((times) => !wasOnItsWay(times))
        .map((times) => times.map((ms) => Math.round(ms - killedAtMs))),
      begunAgain: unanswered + repeated.filter(wasOnItsWay).length,
    };
  }

  private async read(id: string): Promise<{ status: string; planned: { queries: number; turns: number } }> {
    for (;;) {
      const session = (await this.call(`/test-sessions/${id}`)) as {
        status?: string;
        planned: { queries: number; turns: number };
      };
      // Told apart from a refusal, whose status is a number.
      if (typeof session.status === 'string') return { status: session.status, planned: session.planned };
      await delay(LOOK_EVERY_MS);
    }
  }

  private async call(path: string, body?: object): Promise<unknown> {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(`${this.url}${path}`, init)).json();
  }
}
