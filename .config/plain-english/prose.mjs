// Takes the prose out of files: comments and messages of sources, text of Markdown, all of YAML and the like.
import ts from 'typescript';

/** @typedef {{ readonly text: string, readonly lines: readonly number[] }} Prose One text, with the line of each character. */

const CODE = /\.(?:ts|tsx|mts|js|mjs|cjs|json)$/u;
/** Files of which only the comments are prose. */
const HASH = /\.py$|\.cfg$|Dockerfile$|\.env\.example$|^\.ci\//u;
const SPEC = /\.spec\.tsx?$/u;
/** Prompts of models and questions of simulated people: their texts decide figures, and only their comments are prose. */
const QUOTING = /prompt|\/questions\/|\/lexicon\/|revise-answer|^test\/(?!bench|demo)|trial-provision/u;
const TITLED = /^(?:describe|it|test)(?:\.\w+)*(?:Unless)?$/u;

/**
 * The prose of one file.
 * @param {string} path decides how the text is read
 * @param {string} text of the file
 * @returns {Prose[]}
 */
export function proseOf(path, text) {
  if (CODE.test(path)) return proseOfCode(path, text);
  if (path.endsWith('.md')) return proseOfMarkdown(text);
  if (HASH.test(path)) return hashComments(text);
  return [whole(text)];
}

/** One text with single blanks for white space, each character with its line. */
function whole(text, firstLine = 1) {
  const lines = [];
  let collapsed = '';
  let line = firstLine;
  const shown = flat(text);
  for (let i = 0; i < text.length; i += 1) {
    const isBlank = /\s/u.test(shown[i]);
    if (!isBlank || !collapsed.endsWith(' ')) {
      collapsed += isBlank ? ' ' : shown[i];
      lines.push(line);
    }
    if (text[i] === '\n') line += 1;
  }
  return { text: collapsed, lines };
}

/** Blanks of the same length for code and quoted text, which are not ours to word, and for the marks of comments. */
function flat(text) {
  return text
    .replaceAll(/`[^`]*`/gu, hide)
    .replaceAll(/"[^"\n]{1,200}"|“[^”\n]{1,200}”/gu, hide)
    .replaceAll(/^[ \t]*(?:\/?\*+|\/\/+|#+)/gmu, (mark) => ' '.repeat(mark.length));
}
const hide = (quoted) => quoted.replaceAll(/[^\n]/gu, '_');

function proseOfMarkdown(text) {
  // A block of code keeps its lines and loses its text, and a row of a table ends where its line ends.
  const open = text
    .replaceAll(/^```[^\n]*\n[\s\S]*?^```/gmu, (block) => block.replaceAll(/[^\n]/gu, ' '))
    .replaceAll(/\]\([^)\n]*\)/gu, (link) => `]${' '.repeat(link.length - 1)}`);
  return paragraphs(open);
}

function paragraphs(text) {
  const found = [];
  let line = 1;
  for (const part of text.split(/(\n(?=\s*\n|\s*[-*|#]|\s*\d+\. ))/u)) {
    if (part.trim() !== '') found.push(whole(part, line));
    line += part.split('\n').length - 1;
  }
  return found;
}

function hashComments(text) {
  return text.split('\n').flatMap((row, i) => {
    const at = row.search(/#|"""/u);
    return at === -1 ? [] : [whole(row.slice(at), i + 1)];
  });
}

function proseOfCode(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const literals = [];
  const found = [];
  const isSpec = SPEC.test(path);
  const message = (node, value, start) => {
    if (isSpec ? !isTitle(node) : QUOTING.test(path) || isWordList(node)) return;
    if (
      /\S\s+\S+\s+\S/u.test(value) &&
      !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA)\b/u.test(value)
    )
      found.push(whole(value, lineOf(start)));
  };
  const visit = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      literals.push([node.getStart(file), node.end]);
      if (!isSql(node)) message(node, node.text, node.getStart(file));
      return;
    }
    if (ts.isRegularExpressionLiteral(node) || ts.isJsxText(node)) {
      literals.push([node.getStart(file), node.end]);
      if (ts.isJsxText(node)) message(node, node.text, node.getStart(file));
      return;
    }
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map((span) => span.literal)];
      for (const part of parts) literals.push([part.getStart(file), part.end]);
      if (!isSql(node)) message(node, parts.map((part) => part.text).join('_'), node.getStart(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  found.push(...comments(text, literals, lineOf));
  return found;
}

/** Title of a group or case of a spec: all other texts of specs are examples of what users write. */
function isTitle(node) {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  const callee = ts.isCallExpression(call.expression) ? call.expression.expression : call.expression;
  return TITLED.test(callee.getText());
}

/** A list of words in one text, or the source of an expression. */
function isWordList(node) {
  if (/^[^A-Z.,;]{100,}$/u.test(node.text ?? '')) return true;
  let outer = node.parent;
  while (ts.isBinaryExpression(outer) || ts.isParenthesizedExpression(outer)) outer = outer.parent;
  if (ts.isPropertyAccessExpression(outer)) return /^(?:split|raw|matchAll)$/u.test(outer.name.text);
  return ts.isNewExpression(outer) && outer.expression.getText() === 'RegExp';
}

const isSql = (node) => ts.isTaggedTemplateExpression(node.parent) && /sql/iu.test(node.parent.tag.getText());

/** Comments outside all literals; `//` lines that follow one another are one text. */
function comments(text, literals, lineOf) {
  const found = [];
  const sorted = literals.sort(([a], [b]) => a - b);
  const expression = /\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*(?:\n[ \t]*(?=\/\/))?)+/gu;
  let from = 0;
  for (const [start, end] of [...sorted, [text.length, text.length]]) {
    if (start > from) {
      const gap = text.slice(from, start);
      for (const match of gap.matchAll(expression)) found.push(whole(match[0], lineOf(from + match.index)));
    }
    from = Math.max(from, end);
  }
  return found;
}
