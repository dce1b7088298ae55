import { CommandLineError, readCommandLine } from './command-options.js';

describe('readCommandLine', () => {
  it('has defaults for everything', () => {
    expect(readCommandLine([])?.order).toMatchObject({ queriesPerPersona: 3, scenarios: 3, turns: 5, seed: undefined });
  });

  it('reads the options of the contract', () => {
    const read = readCommandLine(['--seed', '7', '--personas', 'parent, freshman', '--queries=24', '--junit', 'x.xml']);
    expect(read).toMatchObject({
      junit: 'x.xml',
      order: { seed: 7, personas: ['parent', 'freshman'], queriesPerPersona: 24 },
    });
  });

  it('reads the judge, the budget, and that only the cost is requested', () => {
    const read = readCommandLine(['--judge', 'rules', '--budget', '2.5', '--estimate']);
    expect(read).toMatchObject({ isEstimate: true, order: { judge: 'rules', budgetUsd: 2.5 } });
    expect(readCommandLine([])).toMatchObject({ isEstimate: false });
  });

  it.each([
    [['--no-such-option'], '--no-such-option'],
    [['--queries', '2'], '3 to 200'],
    [['--seed', 'seven'], "not 'seven'"],
    [['--judge', 'me'], 'rules or llm'],
    [['--budget', 'much'], 'US dollars'],
    [['--budget=-1'], 'US dollars'],
    [['stray'], 'stray'],
  ])('refuses %j and says %s', (args, said) => {
    expect(() => readCommandLine(args)).toThrow(CommandLineError);
    expect(() => readCommandLine(args)).toThrow(said);
  });

  it('gives nothing to run for --help', () => {
    expect(readCommandLine(['--help'])).toBeUndefined();
  });

  it('selects a configured target by its name', () => {
    expect(readCommandLine(['--target', 'bot'])?.order.target).toEqual({ name: 'bot' });
    expect(readCommandLine([])?.order.target).toMatchObject({ kind: 'self' });
  });

  it('reads a dataset with its format, retries and reports', () => {
    const read = readCommandLine(['--dataset', 'a.csv', '--retries', '0', '--sarif', 'x.sarif', '--annotate']);
    expect(read).toMatchObject({
      dataset: { file: 'a.csv', format: 'csv' },
      sarif: 'x.sarif',
      isAnnotating: true,
      order: { retries: 0 },
    });
    expect(readCommandLine(['--dataset', 'a.json', '--format', 'ragas'])?.dataset?.format).toBe('ragas');
    expect(readCommandLine(['--dataset', 'a.yaml'])?.dataset?.format).toBeUndefined();
  });

  it('reads a session file, and options of the command line take precedence', () => {
    const file = {
      version: 1,
      seed: 3,
      retries: 1,
      baseline: 'ses_1',
      fail_on: ['lost'],
      citation: 'required',
    } as const;
    const read = readCommandLine(['--config', 's.yaml', '--seed', '9'], () => file);
    expect(read).toMatchObject({
      compare: 'ses_1',
      failOn: ['lost'],
      order: { seed: 9, retries: 1, policy: { citation: 'required' } },
    });
  });

  it.each([
    [['--fail-on', 'regression'], '--baseline'],
    [['--fail-on', 'always'], 'gates, regression, lost'],
    [['--format', 'csv'], '--dataset'],
    [['--dataset', 'a', '--format', 'xml'], 'csv, jsonl'],
    [['--retries', '4'], '0 to 3'],
  ])('refuses %j and names %s', (args, said) => {
    expect(() => readCommandLine(args)).toThrow(said);
  });
});
