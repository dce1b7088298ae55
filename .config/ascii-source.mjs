// Rewrites JavaScript so that the bundler's output is ASCII. V8 keeps the source of the program; one character outside of Latin-1 doubles
// the memory that all of it takes. The bundler escapes strings and names, but leaves regular expressions and raw templates as they are.
import ts from 'typescript';

const NOT_ASCII = /[^\x00-\x7f]/u;
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Half characters in a row mean the same as the whole one, with the flag `u` and without. */
const regularExpression = (text) =>
  text.replace(/\\([\s\S])|[^\x00-\x7f]/g, (found, after) => {
    if (after === undefined) return escaped(found);
    return NOT_ASCII.test(after) ? escaped(after) : found;
  });

/** Text of a raw template as that of a usual one with the same value. */
const cooked = (raw) =>
  raw.replace(/[\\`]|\$(?=\{)|[^\x00-\x7f]/g, (found) => (NOT_ASCII.test(found) ? escaped(found) : `\\${found}`));

const isRaw = (node) => ts.isTaggedTemplateExpression(node) && /^String\s*\.\s*raw$/u.test(node.tag.getText());

/** The parts of a template between its substitutions, with the places of their text. */
function* partsOf(template) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return yield [template.getStart() + 1, template.end - 1];
  yield [template.head.getStart() + 1, template.head.end - 2];
  for (const { literal } of template.templateSpans)
    yield [literal.getStart() + 1, literal.end - (ts.isTemplateTail(literal) ? 1 : 2)];
}

/**
 * @param text source of one module
 * @returns the same program, with escapes in place of what is not ASCII in regular expressions and in `String.raw`
 */
export function asciiSource(text) {
  if (!NOT_ASCII.test(text)) return text;
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const changes = [];
  const change = (from, to, by) => changes.push({ from, to, by });
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) change(node.getStart(), node.end, regularExpression(node.getText()));
    else if (isRaw(node)) {
      change(node.tag.getStart(), node.tag.end, '');
      for (const [from, to] of partsOf(node.template)) change(from, to, cooked(text.slice(from, to)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let result = '';
  let end = 0;
  for (const { from, to, by } of changes.sort((a, b) => a.from - b.from)) {
    result += text.slice(end, from) + by;
    end = to;
  }
  return result + text.slice(end);
}
