// Sizes of the files of the product without specs.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './program.mjs';

const SHORT = 30;

/** @returns {{ files: number, short: number, lines: number, codeLines: number }} `codeLines`: without comments and blank lines */
export function sizes() {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name) && !/\.spec\.tsx?$/u.test(name))
    .map((name) => readFileSync(path.join(root, 'src', name), 'utf8'));
  const lines = files.map((text) => text.split('\n').length - 1);
  return {
    files: files.length,
    short: lines.filter((count) => count < SHORT).length,
    lines: sum(lines),
    codeLines: sum(files.map(linesOfCode)),
  };
}
const sum = (counts) => counts.reduce((total, count) => total + count, 0);

/** Lines that a token is on: a template of several lines counts each of them. */
function linesOfCode(text) {
  const file = ts.createSourceFile('x.tsx', text, ts.ScriptTarget.Latest, true);
  const on = new Set();
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (node.getChildCount(file) === 0) {
      if (node.kind !== ts.SyntaxKind.EndOfFileToken && node.getWidth(file) > 0)
        for (let line = lineOf(node.getStart(file)); line <= lineOf(node.end); line += 1) on.add(line);
      return;
    }
    for (const child of node.getChildren(file))
      if (child.kind < ts.SyntaxKind.FirstJSDocNode || child.kind > ts.SyntaxKind.LastJSDocNode) visit(child);
  };
  visit(file);
  return on.size;
}
