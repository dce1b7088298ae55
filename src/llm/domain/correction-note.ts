/** A claim of an earlier draft that the passages do not support. */
export interface FailedClaim {
  readonly claim: string;
  readonly verdict: 'contradicted' | 'not_found';
  /** What the passages say instead, if they say something. */
  readonly quote: string | undefined;
}

/** Maximum number of claims in a note: more would outweigh the passages. */
const MAX_NAMED = 5;

const NOTE = {
  en: {
    head: 'An earlier draft was wrong in these points. Do not say them again; say what the passages say, or leave the point out:',
    contradicted: 'the passages contradict it',
    not_found: 'no passage says it',
    instead: 'they say',
  },
  ko: {
    head: '앞선 초안의 다음 내용은 문단과 맞지 않았습니다. 되풀이하지 말고 문단에 있는 대로 쓰거나 그 내용을 빼십시오:',
    contradicted: '문단과 어긋남',
    not_found: '문단에 없음',
    instead: '문단의 내용',
  },
} as const;

/** The lines of a prompt with the claims that must not be repeated; empty without claims. */
export function correctionNote(failed: readonly FailedClaim[], language: 'en' | 'ko'): string {
  if (failed.length === 0) return '';
  const note = NOTE[language];
  const lines = failed.slice(-MAX_NAMED).map(({ claim, verdict, quote }) => {
    const instead = quote === undefined ? '' : `; ${note.instead}: ${quote}`;
    return `- ${claim} (${note[verdict]}${instead})`;
  });
  return `\n\n${note.head}\n${lines.join('\n')}`;
}
