import { execFileSync } from 'node:child_process';
import { makeValuesYoung } from './young-values.js';

/** V8's options with their values in the running process, after a script has run in it. */
function optionsAfter(script: string): string {
  const module = new URL('./young-values.js', import.meta.url).href;
  const text = `
    const { makeValuesYoung } = await import('${module}');
    ${script}
    (await import('node:v8')).setFlagsFromString('--help');
  `;
  return execFileSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
}

const PRETENURING = /--allocation-site-pretenuring .*\n.*/u;

describe('young values', () => {
  it('are what every value is once it is asked for', () => {
    const [before, after] = ['', 'makeValuesYoung();'].map((script) => PRETENURING.exec(optionsAfter(script))?.[0]);
    expect(before).toBeDefined();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it('may be asked for again', () => {
    expect(makeValuesYoung).not.toThrow();
  });
});
