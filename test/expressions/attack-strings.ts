import { AST, parseRegExpLiteral } from '@eslint-community/regexpp';

/** Repeated more often than this, an element can be used to make an expression slow. */
const LONG = 40;
/** Characters that stand for classes, one of which most classes have. */
const SAMPLES = [
  '가',
  '은',
  '제',
  '1',
  '0',
  'a',
  'A',
  ' ',
  '.',
  ',',
  '-',
  '(',
  '[',
  '<',
  '"',
  '?',
  '\t',
  '\n',
  '|',
  '/',
  '①',
  '\u0000',
];

function sampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0] === undefined ? '' : sampleOf(node.alternatives[0], flags);
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, flags)).join('');
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(Math.max(node.min, Math.min(node.max, 1)));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${node.raw}$`, flags);
      return SAMPLES.find((character) => one.test(character)) ?? firstOf(node);
    }
    default:
      return '';
  }
}

function firstOf(node: AST.Node): string {
  if (node.type !== 'CharacterClass') return '';
  const [first] = node.elements;
  if (first?.type === 'Character') return String.fromCodePoint(first.value);
  return first?.type === 'CharacterClassRange' ? String.fromCodePoint(first.min.value) : '';
}

interface Pump {
  readonly prefix: string;
  readonly repeated: string;
}

/** The repeatable part of an expression, and the part before it. */
function pumpsOf(node: AST.Node, prefix: string, flags: string): Pump[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
    case 'Assertion':
      if (!('alternatives' in node)) return [];
      return node.alternatives.flatMap((alternative) => pumpsOf(alternative, prefix, flags));
    case 'Alternative': {
      let before = prefix;
      return node.elements.flatMap((element) => {
        const pumps = pumpsOf(element, before, flags);
        before += sampleOf(element, flags);
        return pumps;
      });
    }
    case 'Quantifier': {
      const repeated = sampleOf(node.element, flags);
      const inner = pumpsOf(node.element, prefix, flags);
      return node.max < LONG || repeated === '' ? inner : [{ prefix, repeated }, ...inner];
    }
    default:
      return [];
  }
}

/** Texts of about `length` characters that an expression of more than linear time is likely to be slow on. */
export function attackStrings(source: string, flags: string, length: number): string[] {
  const { pattern } = parseRegExpLiteral(`/${source}/${flags}`);
  const plain = flags.replace(/[gy]/gu, '');
  const whole = sampleOf(pattern, plain);
  const pumps = pumpsOf(pattern, '', plain);
  const units = new Set([
    ...pumps.flatMap(({ prefix, repeated }) => [repeated, `${prefix}${repeated}`]),
    whole,
    whole.slice(0, -1),
    ...[' ', '가', '1', '('],
  ]);
  const prefixes = new Set(['', ...pumps.map(({ prefix }) => prefix)]);
  const texts: string[] = [];
  for (const unit of units) {
    if (unit === '') continue;
    const run = unit.repeat(Math.ceil(length / unit.length));
    for (const prefix of [...prefixes].slice(0, 6))
      for (const end of ['\u0001', '\n\u0001\n']) texts.push(prefix + run + end);
  }
  return texts;
}
