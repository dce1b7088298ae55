/** Words of the script of Hangul's equation editor, and their symbols. Case distinguishes letters if both are given. */
const SIGNS: Readonly<Record<string, string>> = {
  times: '×',
  div: '÷',
  cdot: '·',
  pm: '±',
  '+-': '±',
  mp: '∓',
  '-+': '∓',
  leq: '≤',
  le: '≤',
  '<=': '≤',
  geq: '≥',
  ge: '≥',
  '>=': '≥',
  neq: '≠',
  '!=': '≠',
  '==': '≡',
  approx: '≈',
  sim: '∼',
  rarrow: '→',
  '->': '→',
  larrow: '←',
  '<-': '←',
  inf: '∞',
  infty: '∞',
  sum: '∑',
  prod: '∏',
  int: '∫',
  partial: '∂',
  therefore: '∴',
  because: '∵',
  in: '∈',
  cup: '∪',
  cap: '∩',
  subset: '⊂',
  cdots: '⋯',
  ldots: '…',
  deg: '°',
  prime: '′',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  omega: 'ω',
  DELTA: 'Δ',
  SIGMA: 'Σ',
  PI: 'Π',
  OMEGA: 'Ω',
};
/** Words for formatting only. */
const SILENT: ReadonlySet<string> = new Set('left right rm it bold big small font color size rmbold'.split(' '));
const TOKEN = /"[^"]{0,200}"|[A-Za-z]+|\d+(?:\.\d+)?|<=|>=|!=|==|->|<-|\+-|-\+|[{}]|[~`]|[^\s]/gu;
const MAX_DEPTH = 100;

/** A formula in the script of Hangul's equation editor on one line: `W = {H times 12} over 5` is `W = (H × 12)/5`. */
export function equationText(script: string): string {
  const tokens = script.match(TOKEN) ?? [];
  const { parts } = groupAt(tokens, 0, 0);
  return parts
    .join(' ')
    .replace(/ {2,}/gu, ' ')
    .replace(/ ?([\^_]) ?/gu, '$1')
    .replace(/ ([,;)])/gu, '$1')
    .trim();
}

/** The parts from a token to the brace that closes them. */
function groupAt(tokens: readonly string[], from: number, depth: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let isOver = false;
  let i = from;
  for (; i < tokens.length && tokens[i] !== '}'; i++) {
    const token = tokens[i] ?? '';
    let part: string;
    if (token === '{' && depth < MAX_DEPTH) {
      const inner = groupAt(tokens, i + 1, depth + 1);
      part = bracketed(inner.parts);
      i = inner.end;
    } else if (/^(?:over|atop)$/iu.test(token)) {
      isOver = true;
      continue;
    } else part = wordOf(token);
    if (part === '') continue;
    if (isOver) parts.push(`${parts.pop() ?? ''}/${part}`);
    else parts.push(part);
    isOver = false;
  }
  return { parts, end: i };
}

function bracketed(parts: readonly string[]): string {
  const text = parts.join(' ');
  return parts.length > 1 || text.includes('/') ? `(${text})` : text;
}

function wordOf(token: string): string {
  if (token.startsWith('"')) return token.replaceAll('"', '');
  if (token === '~' || token === '`' || token === '{' || token === '#') return '';
  const lower = token.toLowerCase();
  if (SILENT.has(lower)) return '';
  if (lower === 'sqrt') return '√';
  return SIGNS[token] ?? SIGNS[lower] ?? token;
}
