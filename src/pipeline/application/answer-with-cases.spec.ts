import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Answer, AskRequest } from '../domain/answer.js';
import { CaseSource, ConsultedCase } from '../domain/case-source.js';
import { SideEvent, Trace, TraceStore } from '../domain/trace.js';
import { AnswerQuestion } from './answer-question.js';
import { AnswerWithCases } from './answer-with-cases.js';
import { Degradations } from '../../shared/domain/health-check.js';

const ANSWER = {
  response: 'r',
  completedQuestion: 'the whole question',
  traceId: 't',
  degraded: ['reranker'],
} as unknown as Answer;
const REQUEST = { message: 'and then?', owner: 'key', filter: UNRESTRICTED } as AskRequest;

class FakeCases extends CaseSource {
  readonly threshold = 0.4;
  asked: string[] = [];
  result: readonly ConsultedCase[] | Error = [];

  consult(question: string): Promise<readonly ConsultedCase[]> {
    this.asked.push(question);
    return this.result instanceof Error ? Promise.reject(this.result) : Promise.resolve(this.result);
  }
}

class FakeTraces extends TraceStore {
  appended: SideEvent[] = [];
  fault: Error | undefined;

  save(): Promise<void> {
    return Promise.resolve();
  }

  append(_traceId: string, _owner: string, event: SideEvent): Promise<void> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    this.appended.push(event);
    return Promise.resolve();
  }

  find(): Promise<Trace | undefined> {
    return Promise.resolve(undefined);
  }
}

describe('an answer with similar cases', () => {
  const answering = { answerQuestion: () => Promise.resolve(ANSWER) } as unknown as AnswerQuestion;

  it('names them for the completed question, does not change the answer, and reports it in the trace', async () => {
    const [source, traces] = [new FakeCases(), new FakeTraces()];
    source.result = [{ caseId: 'c', similarity: 0.6 }];
    const { answer, cases } = await new AnswerWithCases(answering, source, traces, new Degradations()).answer(REQUEST);
    expect([answer, cases, source.asked]).toEqual([ANSWER, source.result, ['the whole question']]);
    expect(traces.appended).toMatchObject([
      { component: 'cbr', fired: true, output: [{ case_id: 'c', similarity: 0.6 }] },
    ]);
  });

  it('reports in the trace that no case was similar enough', async () => {
    const traces = new FakeTraces();
    await new AnswerWithCases(answering, new FakeCases(), traces, new Degradations()).answer(REQUEST);
    expect(traces.appended).toMatchObject([{ fired: false, effect: expect.stringContaining('0.4') }]);
  });

  it('is only degraded if the case base fails', async () => {
    const source = new FakeCases();
    source.result = new Error('the disk is gone');
    const { answer, cases } = await new AnswerWithCases(answering, source, new FakeTraces(), new Degradations()).answer(
      REQUEST,
    );
    expect([answer.response, answer.degraded, cases]).toEqual(['r', ['reranker', 'cbr'], []]);
  });

  it('names the cases if only the trace cannot be written, and reports the store as degraded', async () => {
    const [source, traces] = [new FakeCases(), new FakeTraces()];
    source.result = [{ caseId: 'c', similarity: 0.6 }];
    traces.fault = new DomainError('no-space', 'disk-full', 'The disk is full.');
    const { answer, cases } = await new AnswerWithCases(answering, source, traces, new Degradations()).answer(REQUEST);
    expect([answer.degraded, cases]).toEqual([['reranker', 'store'], source.result]);
  });
});
