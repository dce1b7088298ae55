import { CommandLineError, readCommandLine } from './command-options.js';

describe('readCommandLine', () => {
  it('has defaults for everything', () => {
    expect(readCommandLine([])?.order).toMatchObject({ queriesPerPersona: 3, scenarios: 3, turns: 5, seed: undefined });
  });

  it('reads what the contract names', () => {
    const read = readCommandLine(['--seed', '7', '--personas', 'parent, freshman', '--queries=24', '--junit', 'x.xml']);
    expect(read).toMatchObject({
      junit: 'x.xml',
      order: { seed: 7, personas: ['parent', 'freshman'], queriesPerPersona: 24 },
    });
  });

  it('reads who judges, the budget, and that only the cost is wanted', () => {
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

  it('takes a configured target by its name', () => {
    expect(readCommandLine(['--target', 'bot'])?.order.target).toEqual({ name: 'bot' });
    expect(readCommandLine([])?.order.target).toMatchObject({ kind: 'self' });
  });
});
