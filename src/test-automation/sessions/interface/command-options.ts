import path from 'node:path';
import { parseArgs } from 'node:util';
import { DATASET_FORMATS, DatasetFormat } from '../../datasets/domain/dataset.js';
import { FailOn } from '../application/run-to-completion.js';
import { policyOf, SessionFile } from '../domain/session-file.js';
import { SessionOrder } from '../../domain/session-request.js';
import { DEFAULT_PERSONA_SET } from '../../personas/domain/persona.js';

/** The options of the command line. */
export interface CommandOptions {
  readonly order: SessionOrder;
  /** Session to compare with. */
  readonly compare: string | undefined;
  /** File for the JUnit report. */
  readonly junit: string | undefined;
  /** Only calls and cost are requested. */
  readonly isEstimate: boolean;
  /** File of questions to ask instead of generated ones. */
  readonly dataset: DatasetFile | undefined;
  /** File of further targets. */
  readonly targets: string | undefined;
  /** File for the SARIF report. */
  readonly sarif: string | undefined;
  /** Failed questions are printed as workflow commands of GitHub. */
  readonly isAnnotating: boolean;
  /** Undefined: gates, and a regression if there is a baseline. */
  readonly failOn: readonly FailOn[] | undefined;
}

export interface DatasetFile {
  readonly file: string;
  /** Undefined: detected from the content. */
  readonly format: DatasetFormat | undefined;
}

export const USAGE = `Usage: npx touchstone test-session [options]

  --seed N            the same seed asks the same questions
  --personas a,b      ids of personas (all of the set without it)
  --target NAME       a configured target instead of this system
  --targets FILE      further targets, in the form of targets.json
  --dataset FILE      your own questions instead of generated ones (CSV, JSONL, promptfoo, Ragas, DeepEval)
  --format NAME       form of the dataset: csv, jsonl, promptfoo, ragas or deepeval (detected from its content)
  --retries N         how often a question is asked again after a failed check, 0 to 3 (3)
  --set NAME          another persona set, for example handbook
  --queries N         questions of each persona, at least 3 (3)
  --scenarios N       dialogues, at least 1 (3)
  --turns N           follow-ups of each dialogue, at least 3 (5)
  --concurrency N     questions at the same time (4)
  --judge WHO         rules, or llm for a language model in addition to them (llm if one is configured)
  --budget USD        maximum cost of the session
  --estimate          prints calls and cost, and asks nothing
  --name TEXT         name of the session
  --compare ID        compare the session with an earlier one (--baseline is the same)
  --config FILE       a session file (YAML or JSON): questions, target, gates, weights, criteria; options of the command line take precedence
  --fail-on LIST      conditions for exit code 1: gates, regression (beyond chance), lost (any question that the baseline passed)
  --junit FILE        write the JUnit report to a file
  --sarif FILE        write the failed questions as SARIF to a file
  --annotate          print the failed questions as annotations of GitHub
  --help              this text

Exit code: 0 passed, 1 below a gate or regressed, 2 could not be measured.`;

/** The command line is not valid; the message says what to change. */
export class CommandLineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandLineError';
  }
}

const FAIL_ON: readonly FailOn[] = ['gates', 'regression', 'lost'];

const OPTIONS = {
  seed: { type: 'string' },
  personas: { type: 'string' },
  set: { type: 'string' },
  target: { type: 'string' },
  targets: { type: 'string' },
  dataset: { type: 'string' },
  format: { type: 'string' },
  retries: { type: 'string' },
  queries: { type: 'string' },
  scenarios: { type: 'string' },
  turns: { type: 'string' },
  concurrency: { type: 'string' },
  name: { type: 'string' },
  compare: { type: 'string' },
  baseline: { type: 'string' },
  config: { type: 'string' },
  'fail-on': { type: 'string' },
  sarif: { type: 'string' },
  annotate: { type: 'boolean' },
  junit: { type: 'string' },
  judge: { type: 'string' },
  budget: { type: 'string' },
  estimate: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function whole(name: string, text: string | undefined, limits: readonly [least: number, most: number]) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < limits[0] || value > limits[1])
    throw new CommandLineError(`--${name} takes a whole number of ${limits[0]} to ${limits[1]}, not '${text}'.`);
  return value;
}

function dollars(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const usd = Number(text);
  if (text.trim() === '' || !Number.isFinite(usd) || usd < 0)
    throw new CommandLineError(`--budget takes US dollars, 0 or more, not '${text}'.`);
  return usd;
}

function judgeOf(text: string | undefined): 'rules' | 'llm' | undefined {
  if (text === undefined || text === 'rules' || text === 'llm') return text;
  throw new CommandLineError(`--judge takes rules or llm, not '${text}'.`);
}

function datasetOf(file: string | undefined, format: string | undefined): DatasetFile | undefined {
  const known = DATASET_FORMATS.find((name) => name === format);
  if (format !== undefined && known === undefined)
    throw new CommandLineError(`--format takes ${DATASET_FORMATS.join(', ')}, not '${format}'.`);
  if (file === undefined && format !== undefined)
    throw new CommandLineError('--format applies to a dataset; give its file by --dataset.');
  return file === undefined ? undefined : { file, format: known ?? FORMAT_OF[path.extname(file).toLowerCase()] };
}

/** Files whose names show their format; a JSON file may have one of several. */
const FORMAT_OF: Readonly<Record<string, DatasetFormat>> = { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' };

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'it cannot be read';
    throw new CommandLineError(`${reason}.\n\n${USAGE}`);
  }
}

function failOnOf(text: string | undefined): readonly FailOn[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').map((name) => {
    const known = FAIL_ON.find((one) => one === name.trim());
    if (known === undefined) throw new CommandLineError(`--fail-on takes ${FAIL_ON.join(', ')}, not '${name}'.`);
    return known;
  });
}

/** The session file as options, each in its form on the command line. */
function optionsOf(file: SessionFile) {
  const text = (value: number | string | undefined) => (value === undefined ? undefined : String(value));
  return {
    name: file.name,
    seed: text(file.seed),
    target: file.target,
    targets: file.targets,
    dataset: file.dataset,
    format: file.format,
    set: file.set,
    personas: file.personas?.join(','),
    queries: text(file.queries),
    scenarios: text(file.scenarios),
    turns: text(file.turns),
    concurrency: text(file.concurrency),
    retries: text(file.retries),
    judge: file.judge,
    budget: text(file.budget),
    baseline: file.baseline,
    'fail-on': file.fail_on?.join(','),
  };
}

/**
 * @param read reads a session file
 * @returns undefined if only the usage is requested
 * @throws CommandLineError for anything that is not valid
 */
export function readCommandLine(
  args: readonly string[],
  read?: (file: string) => SessionFile,
): CommandOptions | undefined {
  const given = parse(args);
  if (given.help === true) return undefined;
  const file = given.config === undefined ? undefined : read?.(given.config);
  const values = { ...(file === undefined ? {} : optionsOf(file)), ...given };
  const compare = values.compare ?? values.baseline;
  const failOn = failOnOf(values['fail-on']);
  if (compare === undefined && failOn !== undefined && failOn.every((one) => one !== 'gates'))
    throw new CommandLineError('--fail-on regression and lost need a session to compare with; give it by --baseline.');
  return {
    compare,
    sarif: values.sarif,
    isAnnotating: values.annotate === true,
    failOn,
    junit: values.junit,
    isEstimate: values.estimate === true,
    dataset: datasetOf(values.dataset, values.format),
    targets: values.targets,
    order: {
      name: values.name,
      seed: whole('seed', values.seed, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]),
      target:
        values.target === undefined
          ? { kind: 'self', baseUrl: undefined, model: undefined, apiKeyEnv: undefined }
          : { name: values.target },
      personaSet: values.set ?? DEFAULT_PERSONA_SET,
      personas: values.personas?.split(',').map((id) => id.trim()),
      queriesPerPersona: whole('queries', values.queries, [3, 200]) ?? 3,
      difficulty: { easy: 0.3, medium: 0.4, hard: 0.3 },
      scenarios: whole('scenarios', values.scenarios, [1, 100]) ?? 3,
      turns: whole('turns', values.turns, [3, 20]) ?? 5,
      attribution: 'trace',
      concurrency: whole('concurrency', values.concurrency, [1, 64]) ?? 4,
      resumeOf: undefined,
      budgetUsd: dollars(values.budget),
      judge: judgeOf(values.judge),
      retries: whole('retries', values.retries, [0, 3]),
      policy: policyOf(file),
      scope: null,
    },
  };
}
