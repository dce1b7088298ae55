import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** A sentence that the server can show a person: placeholders are numbered, and `at` is the file that has it. */
export interface ServerSentence {
  readonly english: string;
  readonly at: string;
}

/**
 * Sources whose sentences reach no page: command lines, the start of the server, protocols of programs (SCIM, MCP, OpenAI's), and texts
 * that are prompts or reports.
 */
const FOR_PROGRAMS = [
  /^(?:backup|mcp|openai-api|webhooks|web|shared\/infrastructure\/(?:database\/postgres\/notification|v8|processes))\//u,
  /^(?:access\/(?:domain\/scim|application\/(?:provision|recognise-access)|infrastructure\/jwt|interface\/(?:scim|admit-directory)))/u,
  /^test-automation\/(?:personas\/infrastructure|reports|questions|improvement\/(?:domain|infrastructure)|attribution\/(?!domain\/contribution\/contribution\.ts))/u,
  /^test-automation\/(?:sessions\/infrastructure\/session-file|targets\/infrastructure\/json-target|judge\/domain\/(?:judge-calibration|model-judge)|judge\/application\/calibrate)/u,
  /^documents\/sources\/infrastructure\/(?:json-source|feed-text)/u,
  /^search\/(?:embedding\/(?:domain|infrastructure)|query\/domain\/paraphrases|index)/u,
  /^config\/(?:environment|near-misses|setting-values)/u,
  /^llm\/domain\/model-check/u,
  /^(?:main|cli|check-llm|review-session|sync|test-session|program)\.ts$/u,
];

const SHOWN_FIELDS = new Set([
  'detail',
  'message',
  'effect',
  'reason',
  'reasons',
  'consequence',
  'notes',
  'note',
  'warnings',
  'alarms',
  'what',
  'defaultMessage',
]);
const SHOWN_BY = new Set(['quiet', 'skip', 'failure', 'partial']);
const MOST_STEPS = 5;

type Declared = Map<string, ts.Node[]>;

/** The names of all classes of refusals: those that extend DomainError, in any number of steps. */
function refusals(files: readonly ts.SourceFile[]): ReadonlySet<string> {
  const parents = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node) && node.name !== undefined)
      for (const { types } of node.heritageClauses ?? [])
        for (const { expression } of types)
          if (ts.isIdentifier(expression)) parents.set(node.name.text, expression.text);
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  const isRefusal = (name: string | undefined): boolean =>
    name === 'DomainError' || (name !== undefined && isRefusal(parents.get(name)));
  return new Set(['DomainError', ...[...parents.keys()].filter(isRefusal)]);
}

/** The values of a name: those of constants, and what functions and methods return. */
function declarations(files: readonly ts.SourceFile[]): Declared {
  const found: Declared = new Map();
  const add = (name: string, node: ts.Node) => found.set(name, [...(found.get(name) ?? []), node]);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      add(node.name.text, node.initializer);
    if (
      (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) &&
      node.name !== undefined &&
      ts.isIdentifier(node.name) &&
      node.body !== undefined
    )
      add(node.name.text, node);
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return found;
}

/** Names with another meaning in nearly every file. */
const TOO_COMMON = new Set([
  'value',
  'text',
  'name',
  'message',
  'detail',
  'reason',
  'error',
  'id',
  'path',
  'of',
  'at',
  'run',
  'read',
  'all',
  'one',
]);

class Sentences {
  constructor(
    private readonly file: ts.SourceFile,
    private readonly own: Declared,
    private readonly everywhere: Declared,
  ) {}

  of(node: ts.Node, steps = 0): string[] {
    if (steps > MOST_STEPS) return [];
    const go = (next: ts.Node | undefined): string[] => (next === undefined ? [] : this.of(next, steps));
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      const inside = node.templateSpans.flatMap(({ expression }) => this.of(expression, steps + 1));
      const pieces = node.templateSpans.map(({ literal }, i) => `{${i}}${literal.text}`);
      return [node.head.text + pieces.join(''), ...inside];
    }
    if (ts.isConditionalExpression(node)) return [...go(node.whenTrue), ...go(node.whenFalse)];
    if (ts.isBinaryExpression(node)) {
      const isText = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(
        node.operatorToken.kind,
      );
      return isText ? [...go(node.left), ...go(node.right)] : [];
    }
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSpreadElement(node) ||
      ts.isAwaitExpression(node)
    )
      return go(node.expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(go);
    if (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
      return this.returned(node, steps);
    if (ts.isIdentifier(node)) return this.named(node.text, steps + 1);
    if (ts.isCallExpression(node)) {
      const called = node.expression;
      const name = ts.isIdentifier(called)
        ? called.text
        : ts.isPropertyAccessExpression(called)
          ? called.name.text
          : '';
      const callbacks = node.arguments.filter((each) => ts.isArrowFunction(each)).flatMap(go);
      return [
        ...callbacks,
        ...(ts.isPropertyAccessExpression(called) && ['join', 'map', 'flatMap', 'filter'].includes(name)
          ? go(called.expression)
          : this.named(name, steps + 1)),
      ];
    }
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      const { expression } = node;
      if (!ts.isIdentifier(expression) || !/^[A-Z_]+$/u.test(expression.text)) return [];
      return (this.own.get(expression.text) ?? []).flatMap((held) => this.members(held, steps + 1));
    }
    return [];
  }

  private members(node: ts.Node, steps: number): string[] {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return this.members(node.expression, steps);
    if (!ts.isObjectLiteralExpression(node)) return [];
    return node.properties.flatMap((member) =>
      ts.isPropertyAssignment(member) ? this.of(member.initializer, steps) : [],
    );
  }

  private named(name: string, steps: number): string[] {
    if (TOO_COMMON.has(name)) return [];
    const own = this.own.get(name);
    const known = own ?? this.everywhere.get(name) ?? [];
    // A name that many files declare says nothing about this one.
    return own === undefined && known.length > 1 ? [] : known.flatMap((node) => this.of(node, steps));
  }

  private returned(node: ts.ArrowFunction | ts.FunctionDeclaration | ts.MethodDeclaration, steps: number): string[] {
    if (node.body !== undefined && !ts.isBlock(node.body)) return this.of(node.body, steps);
    const found: string[] = [];
    const visit = (each: ts.Node): void => {
      if (ts.isReturnStatement(each) && each.expression !== undefined) found.push(...this.of(each.expression, steps));
      if (!ts.isFunctionLike(each) || each === node) ts.forEachChild(each, visit);
    };
    visit(node);
    return found;
  }

  /** Sentences at the places of the file that reach a page. */
  shown(refusal: ReadonlySet<string>): string[] {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && refusal.has(node.expression.text))
        found.push(
          ...(node.arguments ?? [])
            .slice(node.expression.text === 'DomainError' ? 2 : node.expression.text === 'TryLaterError' ? 1 : 0)
            .flatMap((each) => this.of(each)),
        );
      if (ts.isCallExpression(node)) {
        const name = ts.isIdentifier(node.expression)
          ? node.expression.text
          : ts.isPropertyAccessExpression(node.expression)
            ? node.expression.name.text
            : '';
        const onto =
          ts.isPropertyAccessExpression(node.expression) && ts.isIdentifier(node.expression.expression)
            ? node.expression.expression.text
            : '';
        if (
          node.expression.kind === ts.SyntaxKind.SuperKeyword ||
          SHOWN_BY.has(name) ||
          (name === 'push' && SHOWN_FIELDS.has(onto))
        )
          found.push(...node.arguments.flatMap((each) => this.of(each)));
      }
      if (ts.isPropertyAssignment(node) && SHOWN_FIELDS.has(node.name.getText(this.file)))
        found.push(...this.of(node.initializer));
      if (
        ts.isVariableDeclaration(node) &&
        ts.isIdentifier(node.name) &&
        SHOWN_FIELDS.has(node.name.text) &&
        node.initializer !== undefined
      )
        found.push(...this.of(node.initializer));
      ts.forEachChild(node, visit);
    };
    visit(this.file);
    return found;
  }
}

/** Examples of the API, names of packages, and parts that are only a place in another sentence. */
const NO_SENTENCES = new Set([
  'How often are Granite restores rehearsed?',
  'It greets and stays friendly.',
  'tesseract-ocr tesseract-ocr-kor tesseract-ocr-eng poppler-utils',
  '{0} ({1} at {2})',
  '{0} allowed_category_paths.',
  ' at {0}',
  'each value in ',
  'The points add up to {0}; the verdict {1} the score to {2}.',
]);

/** Parts that follow a number. */
const COUNTED = /^(?:sentences (?:of documents|repeated|have)|links or addresses are|citations name)/u;

/** At least two words, or one that is all: what is shorter is a name or a code. */
const isSentence = (text: string): boolean =>
  /[A-Za-z]{2,}[ ,]+(?:\{\d\}|[A-Za-z'“"(]+)|\}.{0,2} [a-z]{2,}/u.test(text) && !/[가-힣]{2}.*[가-힣]{2}/u.test(text);

/** Every sentence of the sources that a page can show as the server wrote it. */
export function serverSentences(): ServerSentence[] {
  const root = path.join(projectRoot(), 'src');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('web/'));
  const files = names.map((name) =>
    ts.createSourceFile(name, readFileSync(path.join(root, name), 'utf8'), ts.ScriptTarget.Latest),
  );
  const refusal = refusals(files);
  const everywhere = declarations(files);
  const shown = files.filter(({ fileName }) => !FOR_PROGRAMS.some((each) => each.test(fileName)));
  const found = new Map(
    shown.flatMap((file) =>
      new Sentences(file, declarations([file]), everywhere)
        .shown(refusal)
        .map((english): [string, string] => [english, file.fileName]),
    ),
  );
  return [...found]
    .filter(([english]) => isSentence(english) && !NO_SENTENCES.has(english))
    .map(([english, at]) => ({ english: COUNTED.test(english) ? `{0} ${english}` : english, at }));
}
