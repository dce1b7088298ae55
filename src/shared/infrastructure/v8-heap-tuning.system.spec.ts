import { execFileSync } from 'node:child_process';
import { disablePretenuring, preferSmallHeaps } from './v8-heap-tuning.js';

/** V8's options with their values in a process, after a script has run in it. */
function optionsAfter(script: string): string {
  const module = new URL('./v8-heap-tuning.js', import.meta.url).href;
  const text = `
    const { disablePretenuring, preferSmallHeaps } = await import('${module}');
    ${script}
    (await import('node:v8')).setFlagsFromString('--help');
  `;
  return execFileSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
}

/** The entry of an option with its current value, before and after a script. */
function changeBy(script: string, option: RegExp): readonly (string | undefined)[] {
  return ['', script].map((text) => option.exec(optionsAfter(text))?.[0]);
}

describe('the tuning of V8', () => {
  it('switches pretenuring off', () => {
    const [before, after] = changeBy('disablePretenuring();', /--allocation-site-pretenuring .*\n.*/u);
    expect(before).toBeDefined();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it('switches the saving of memory on where V8 has it', () => {
    const [before, after] = changeBy('preferSmallHeaps();', /--memory-saver-mode .*\n.*/u);
    const hasIt = Number.parseInt(process.versions.v8, 10) >= 13;
    expect(before === undefined).toBe(!hasIt);
    expect(after === before).toBe(!hasIt);
  });

  it('prints nothing and can be repeated', () => {
    expect(optionsAfter('disablePretenuring(); preferSmallHeaps();')).not.toContain('unrecognized flag');
    expect(disablePretenuring).not.toThrow();
    expect(preferSmallHeaps).not.toThrow();
  });
});
