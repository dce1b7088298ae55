import { SampleLoader } from '../src/documents/application/load-samples.js';
import { JudgeByRules, PhraseSource } from '../src/test-automation/judge/application/judge-by-rules.js';
import { CalibrateJudge } from '../src/test-automation/judge/application/calibrate-judge.js';
import { CheckedClaim, ClaimChecker } from '../src/test-automation/domain/claim-checker.js';
import { notEvaluated } from '../src/test-automation/judge/domain/judge-answer.js';
import {
  ALARM_LIMIT,
  judgeScorecard,
  JudgeScorecard,
} from '../src/test-automation/judge/domain/judge-calibration/judge-scorecard.js';
import { faultInjection } from '../src/test-automation/judge/domain/judge-calibration/fault-injection.js';
import {
  ANSWER_FORMS,
  FAULT_KINDS,
  SCOPE_FAULTS,
  SOUND_KINDS,
  TrialCase,
  TriedCase,
} from '../src/test-automation/judge/domain/judge-calibration/trial-case.js';
import { Question } from '../src/test-automation/domain/question.js';
import { TargetAnswer } from '../src/test-automation/domain/rag-target.js';
import { QuestionLexicon } from '../src/test-automation/questions/domain/question-lexicon.js';
import { DocumentSource, SourceDocument } from '../src/test-automation/domain/session-scope.js';
import { Judgement } from '../src/test-automation/domain/test-result.js';
import { RunningApplication, startApplication } from './support/application.js';

const signal = new AbortController().signal;
const ABOUT = { judge: 'rules', seed: 1, measured_at: '2026-11-22T00:00:00.000Z', documents: 0 };

/** A judge that lets everything pass, as those before it did. */
class PassesAll extends JudgeByRules {
  override judge(question: Question, answer: TargetAnswer, claims: readonly CheckedClaim[]): Promise<Judgement> {
    return super.judge(question, answer, claims).then((judgement) => ({ ...judgement, verdict: 'success' }));
  }
}

describe('the judge tried with faults planted into the sample documents', () => {
  let running: RunningApplication;
  let cases: TrialCase[];
  let again: TrialCase[];
  let tried: TriedCase[];
  let card: JudgeScorecard;
  const get = <T>(token: abstract new (...args: never[]) => T): T => running.app.get(token, { strict: false });

  beforeAll(async () => {
    running = await startApplication();
    await get(SampleLoader).load(() => undefined);
    const documents: SourceDocument[] = [];
    for await (const document of get(DocumentSource).documents(null, signal))
      if (document.effectiveTo === null) documents.push(document);
    const material = {
      documents,
      outside: await get(QuestionLexicon).outsideTopics(),
      phrases: get(PhraseSource).read(),
    };
    cases = faultInjection(material, 1);
    again = faultInjection(material, 1);
    tried = await get(CalibrateJudge).calibrate(cases, get(JudgeByRules), { scope: null, signal });
    card = judgeScorecard(tried, ABOUT);
  }, 300_000);
  afterAll(async () => {
    const missed = card.rates.filter(({ is_fault: isFault, rate }) => isFault && rate !== null && rate < 1);
    const figures = {
      faults: card.faults,
      caught: card.catch_rate,
      faults_of_scope: card.scope_faults,
      caught_of_scope: card.scope_catch_rate,
      sound: card.sound,
      false_alarms: card.false_alarm_rate,
      caught_least: missed.map(
        ({ kind, language, cases, rate }) => `${kind}/${language} ${rate?.toFixed(3)} of ${cases}`,
      ),
    };
    process.stdout.write(`judge trial: ${JSON.stringify(figures)}\n`);
    await running.stop();
  });

  it('has at least 300 faults and 150 sound answers, of every kind, in both languages', () => {
    expect(card.faults).toBeGreaterThanOrEqual(300);
    expect(card.sound).toBeGreaterThanOrEqual(150);
    expect(new Set(cases.map((c) => c.kind))).toEqual(new Set([...FAULT_KINDS, ...SOUND_KINDS]));
    // The history of a provision is marked in the Korean rule book alone.
    const korean = ['amended_as_deleted', 'deleted_as_amended', 'with_status'];
    const english = new Set(cases.filter((c) => c.language === 'en').map((c) => c.kind));
    expect([...FAULT_KINDS, ...SOUND_KINDS].filter((kind) => !english.has(kind))).toEqual(korean);
    expect(new Set(cases.map((c) => `${c.id}/${c.language}`)).size).toBe(cases.length);
  });

  it('has enough cases of each kind that chance does not decide a rate', () => {
    const few = card.rates
      .filter(({ kind, cases: n }) => n < 30 && !SCOPE_FAULTS.some((scope) => scope === kind))
      .map(({ kind, language, cases: n }) => [kind, language, n]);
    // All cases of the samples; most English entries do not name the group of people to which their rule applies.
    expect(few.map(([kind, language]) => `${kind}/${language}`)).toEqual([
      'other_number/en',
      'same_unit_swap/en',
      'wrong_audience/en',
      'paraphrase/en',
      'abstention/en',
      'answered_unanswerable/en',
    ]);
    expect(Math.min(...few.flatMap(([kind, , n]) => (kind === 'wrong_audience' ? [] : [Number(n)])))).toBeGreaterThan(
      20,
    );
  });

  it('is tried by form, with and without citations, also over boilerplate', () => {
    const forms = card.forms ?? [];
    for (const form of ANSWER_FORMS)
      for (const cited of [true, false])
        expect(
          forms.filter((rate) => rate.form === form && rate.cited === cited && rate.wrong > 0).length,
        ).toBeGreaterThan(0);
    const mean = (values: readonly (number | null)[]) =>
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;
    process.stdout.write(
      `by form: ${forms.map((f) => `${f.form}/${f.language}/${f.cited ? 'cited' : 'uncited'} ${f.refused?.toFixed(2) ?? '-'} of ${f.right} refused, ${f.caught?.toFixed(2) ?? '-'} of ${f.wrong} caught`).join('; ')}; least overlap ${card.least_overlap?.toFixed(2) ?? '-'}\n`,
    );
    // A refusal and a question back are never right.
    expect(new Set(forms.flatMap(({ form, right }) => (right > 0 ? [] : [form])))).toEqual(
      new Set(['refusal', 'clarifying']),
    );
    expect(mean(forms.flatMap(({ refused }) => (refused === null ? [] : [refused])))).toBeLessThan(0.15);
    expect(mean(forms.flatMap(({ caught }) => (caught === null ? [] : [caught])))).toBeGreaterThan(0.85);
    expect(card.least_overlap).toBeGreaterThan(0);
  });

  it('is the same each time, and another for another seed', () => {
    expect(JSON.stringify(again)).toBe(JSON.stringify(cases));
  });

  it('changes what it says it changes: no fault is what the documents say, and every sound answer is', () => {
    for (const { kind, form, answer, question } of cases) {
      const gold = question.gold.quote ?? '';
      if (kind === 'invented_number') expect(gold).not.toContain(answer.text);
      // A form may give the result of a rule instead of its words.
      if (kind === 'exact' && form === undefined)
        for (const fact of question.gold.requiredFacts) expect(answer.text).toContain(fact);
    }
  });

  it('catches at least what the floors ask for, of every kind and language', () => {
    expect(card.not_evaluated).toBe(0);
    expect(card.rates.filter(({ is_fault: isFault, holds }) => isFault && holds === false)).toEqual([]);
    // Faults of scope are stated separately, so that neither part hides the other.
    expect(card.catch_rate).toBeGreaterThanOrEqual(0.97);
    expect(card.scope_faults).toBeGreaterThanOrEqual(200);
    expect(card.scope_catch_rate).toBeGreaterThanOrEqual(0.88);
  });

  it('calls hardly any sound answer wrong', () => {
    expect(card.rates.filter(({ is_fault: isFault, holds }) => !isFault && holds === false)).toEqual([]);
    expect(card.false_alarm_rate).toBeLessThanOrEqual(ALARM_LIMIT / 4);
    expect(card.holds).toBe(true);
  });

  it('detects a judge that lets everything pass, and counts one that fails separately', async () => {
    const lenient = new PassesAll(...judgeParts());
    const passed = await get(CalibrateJudge).calibrate(cases.slice(0, 60), lenient, { scope: null, signal });
    expect(judgeScorecard(passed, ABOUT)).toMatchObject({ catch_rate: 0, holds: false });
    const failed = tried.map(({ trial }) => ({ trial, judgement: notEvaluated('late') }));
    const nothing = judgeScorecard(failed, ABOUT);
    expect(nothing).toMatchObject({ catch_rate: null, false_alarm_rate: null, holds: null });
    expect(nothing.not_evaluated).toBe(cases.length);
  });

  function judgeParts(): ConstructorParameters<typeof JudgeByRules> {
    return [get(ClaimChecker), get(PhraseSource)];
  }
});
