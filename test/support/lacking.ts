/** Requirements of a group of specs: the text that names the missing part, or undefined if nothing is missing. */
export type Lack = string | undefined;

const titleOf = (name: string, lack: string) => `${name} (skipped: ${lack.replaceAll(/[()]/gu, '')})`;

/**
 * Describes what needs something of the machine. Where it is missing the group is skipped, and the last line of the run counts it
 * under this lack.
 * @example describeUnless(process.platform === 'linux' ? undefined : 'not Linux', 'the priority of a thread', () => { … });
 */
export function describeUnless(lack: Lack, name: string, claims: () => void): void {
  if (lack === undefined) describe(name, claims);
  else describe.skip(titleOf(name, lack), claims);
}

/** One claim that needs something of the machine; see `describeUnless`. */
export function itUnless(lack: Lack, name: string, claim: jest.ProvidesCallback, timeout?: number): void {
  if (lack === undefined) it(name, claim, timeout);
  else it.skip(titleOf(name, lack), claim);
}
