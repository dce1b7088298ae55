import { Environment } from '../../config/environment.js';
import { CheckModel } from '../application/check-model.js';
import { CHECK_QUESTIONS } from '../domain/model-check/check-questions.js';
import { CheckedQuestion, checkReport, isRight } from '../domain/model-check/check-report.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { AsyncRequestSpending } from './spending-adapters.js';
import { configuredModel, modelName } from './configured-model.js';

/** All checks pass. */
const ALL_WORKS = 0;
const SOMETHING_DOES_NOT = 1;
/** No model is configured, or none answers. */
const NOT_CHECKED = 2;

/** Long enough for any model, since the check measures the latency. */
const PATIENCE_MS = 300_000;
const LONGEST_SHOWN = 160;

function questionLine({ asked, ...checked }: CheckedQuestion, number: number): string {
  const verdict = isRight({ asked, ...checked }) ? 'right' : 'not right';
  const first = checked.firstTokenMs === undefined ? '' : `, first token ${(checked.firstTokenMs / 1000).toFixed(1)} s`;
  const times = `${(checked.tookMs / 1000).toFixed(1)} s${first}`;
  const text = (checked.text === '' ? checked.reason : checked.text).replace(/\s+/gu, ' ').slice(0, LONGEST_SHOWN);
  const reason = checked.text === '' || checked.reason === '' ? '' : ` (${checked.reason})`;
  return `${String(number).padStart(2)}  ${verdict}, ${checked.outcome}${reason}, ${times}\n    ${asked.question}\n    ${text}`;
}

/**
 * Sends ten questions to the configured model and prints a report.
 * @param print receives one or more lines at a time
 * @returns the exit code: 0 if all checks pass, 1 if one fails, 2 if no model is configured or none answers
 * @throws ConfigurationError for a price table that cannot be read
 */
export async function checkConfiguredModel(
  environment: Environment,
  print: (lines: string) => void,
  signal = new AbortController().signal,
): Promise<number> {
  const { provider, model } = modelName(environment);
  if (environment.LLM_PROVIDER === 'extractive') {
    print('No language model is configured: LLM_PROVIDER is extractive. Set it to openai, anthropic or gemini.');
    return NOT_CHECKED;
  }
  const multiplier = environment.PIPELINE_TIMEOUT_MULTIPLIER;
  const limits = {
    firstTokenMs: environment.LLM_FIRST_TOKEN_TIMEOUT_MS * multiplier,
    wholeMs: environment.LLM_TIMEOUT_MS * multiplier,
  };
  const patient = Object.assign(new Environment(), environment, {
    PIPELINE_TIMEOUT_MULTIPLIER: 1,
    LLM_TIMEOUT_MS: PATIENCE_MS,
    LLM_FIRST_TOKEN_TIMEOUT_MS: PATIENCE_MS,
    LLM_IDLE_TIMEOUT_MS: PATIENCE_MS,
    LLM_STREAM_TIMEOUT_MS: PATIENCE_MS,
  });
  const books = {
    ledger: { spentOn: () => 0, add: () => undefined },
    request: new AsyncRequestSpending(),
    clock: { now: () => new Date() },
  };
  const check = new CheckModel(
    await configuredModel(patient, { ...books, statistics: new ModelStatistics(provider, model) }),
  );
  print(`Asking ${provider} / ${model} ten questions about two invented documents.\n`);
  const checked: CheckedQuestion[] = [];
  for (const question of CHECK_QUESTIONS) {
    const one = await check.ask(question, signal);
    checked.push(one);
    print(questionLine(one, checked.length));
    // An unreachable server is not called ten times.
    if (checked.length === 2 && checked.every(({ outcome }) => outcome === 'failed')) {
      print(`\nThe model does not answer: ${one.reason}.`);
      return NOT_CHECKED;
    }
  }
  const lines = checkReport(checked, limits);
  print('');
  for (const { name, works, detail } of lines) {
    const verdict = works === undefined ? '' : works ? 'works' : 'DOES NOT WORK';
    print(`${name.padEnd(11)} ${verdict.padEnd(14)} ${detail}`);
  }
  return lines.every(({ works }) => works !== false) ? ALL_WORKS : SOMETHING_DOES_NOT;
}
