import { JUnitParts } from './junit-report.js';
import { TestResult } from '../../domain/test-result.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LONGEST = 1_000;
const NO_LINES: ReadonlyMap<string, number> = new Map();

const isShown = ({ judgement: { verdict } }: TestResult): boolean => verdict !== 'success';

const typeOf = ({ judgement: { failureType, verdict } }: TestResult): string =>
  verdict === 'not_evaluated' ? 'NOT_EVALUATED' : (failureType ?? 'FAILURE');

/** Text for a failed question: the question, the reason, and the start of the answer. */
export function failureText({ query, judgement, answer, error }: TestResult): string {
  const why = judgement.reasons[0] ?? error ?? 'It could not be evaluated.';
  return `${query}\n${why}\nAnswer: ${answer ?? '(none)'}`.slice(0, LONGEST);
}

const levelOf = ({ judgement: { verdict } }: TestResult) => (verdict === 'failure' ? 'error' : 'warning');

/**
 * SARIF 2.1.0: each question that did not succeed is a result; its failure type is the rule.
 * @param file location of the results: the dataset, if there is one
 * @param lines lines of the questions in the file, by question
 */
export function toSarif(
  { session, results }: JUnitParts,
  file = 'test-session',
  lines: ReadonlyMap<string, number> = NO_LINES,
): string {
  const shown = results.filter(isShown);
  const types = [...new Set(shown.map(typeOf))].sort();
  const locationOf = ({ questionId }: TestResult) => ({
    physicalLocation: { artifactLocation: { uri: file }, region: { startLine: lines.get(questionId) ?? 1 } },
  });
  const run = {
    tool: {
      driver: { name: 'touchstone', rules: types.map((id) => ({ id, shortDescription: { text: id } })) },
    },
    automationDetails: { id: session.sessionId },
    results: shown.map((result) => ({
      ruleId: typeOf(result),
      level: levelOf(result),
      message: { text: failureText(result) },
      locations: [locationOf(result)],
      // The same question fails as the same result in each run.
      partialFingerprints: { question: result.questionId },
    })),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

/** `%`, line ends and separators, as workflow commands escape them. */
const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Workflow commands of GitHub, one for each question that did not succeed. */
export function annotationLines(
  results: readonly TestResult[],
  file: string | undefined,
  lines: ReadonlyMap<string, number> = NO_LINES,
): string[] {
  const placeOf = ({ questionId }: TestResult) =>
    file === undefined ? '' : `file=${property(file)},line=${lines.get(questionId) ?? 1},`;
  return results
    .filter(isShown)
    .map(
      (result) =>
        `::${levelOf(result)} ${placeOf(result)}title=${property(typeOf(result))}::${escaped(failureText(result))}`,
    );
}
