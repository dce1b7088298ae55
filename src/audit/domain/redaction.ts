/** A redaction rule: each match is replaced by the name of the rule in brackets. */
export interface RedactionRule {
  readonly name: string;
  readonly pattern: RegExp;
}

/** @param rules with the flag `g`; each rule reads the output of the previous one */
export function redact(text: string, rules: readonly RedactionRule[]): string {
  return rules.reduce((left, { name, pattern }) => left.replace(pattern, `[${name}]`), text);
}
