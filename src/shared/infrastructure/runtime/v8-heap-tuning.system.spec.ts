import { execFileSync } from 'node:child_process';
import { disablePretenuring, MemorySaver } from './v8-heap-tuning.js';

/** V8's options with their values in a process, after a script has run in it. */
function optionsAfter(script: string): string {
  const module = new URL('./v8-heap-tuning.js', import.meta.url).href;
  const text = `
    const { disablePretenuring, MemorySaver } = await import('${module}');
    const { setFlagsFromString } = await import('node:v8');
    ${script}
    setFlagsFromString('--help');
  `;
  return execFileSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
}

/** The entry of an option with its current value, before and after a script. */
function changeBy(script: string, option: RegExp): readonly (string | undefined)[] {
  return ['', script].map((text) => option.exec(optionsAfter(text))?.[0]);
}

const CHECK_A_LARGE_PROCESS =
  'MemorySaver.of({ residentBytes: () => 600e6, setFlag: setFlagsFromString, v8Version: process.versions.v8 })?.check();';

describe('the tuning of V8', () => {
  it('switches pretenuring off, and can be repeated', () => {
    const [before, after] = changeBy('disablePretenuring();', /--allocation-site-pretenuring .*\n.*/u);
    expect(before).toBeDefined();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
    expect(disablePretenuring).not.toThrow();
  });

  it('sets a flag that V8 knows where V8 has the memory saver, and prints no error elsewhere', () => {
    const [before, after] = changeBy(CHECK_A_LARGE_PROCESS, /--memory-saver-mode .*\n.*/u);
    const hasIt = Number.parseInt(process.versions.v8, 10) >= 13;
    expect(before === undefined).toBe(!hasIt);
    expect(after === before).toBe(!hasIt);
    expect(optionsAfter(CHECK_A_LARGE_PROCESS)).not.toContain('unrecognized flag');
  });
});

describe('the memory saver', () => {
  /** Flags that are set while the process has these sizes one after the other. */
  function flagsWhile(sizes: readonly number[], v8Version = '13.6.233'): string[] {
    const flags: string[] = [];
    const left = [...sizes];
    const saver = MemorySaver.of({
      residentBytes: () => left.shift() ?? 0,
      setFlag: (flag) => void flags.push(flag),
      v8Version,
    });
    sizes.forEach(() => saver?.check());
    return flags;
  }

  it('starts in a large process and stops in one that became small, not in between', () => {
    expect(flagsWhile([400e6, 449e6])).toEqual([]);
    expect(flagsWhile([451e6, 700e6, 411e6])).toEqual(['--memory-saver-mode']);
    expect(flagsWhile([451e6, 409e6, 449e6, 451e6])).toEqual([
      '--memory-saver-mode',
      '--no-memory-saver-mode',
      '--memory-saver-mode',
    ]);
  });

  it('is not there before V8 13', () => {
    expect(flagsWhile([900e6], '12.4.254')).toEqual([]);
  });
});
