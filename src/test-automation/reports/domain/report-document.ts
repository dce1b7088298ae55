/** A report as a document without layout: the same blocks are rendered to Markdown and to HTML. */
export type ReportBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3 | 4; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'quote'; readonly text: string }
  | ReportChart;

export interface ChartPoint {
  readonly name: string;
  /** A share of 1, or a count. */
  readonly value: number;
}

/** Drawn as a picture, and written as a list if there are no pictures. */
export interface ReportChart {
  readonly kind: 'chart';
  /** Name of its file, without the extension. */
  readonly id: string;
  readonly name: string;
  /** Horizontal bars, vertical bars (an order from left to right), or a line over time. */
  readonly form: 'bars' | 'columns' | 'line';
  readonly unit: 'share' | 'count';
  readonly points: readonly ChartPoint[];
}

export const chartsIn = (blocks: readonly ReportBlock[]): readonly ReportChart[] =>
  blocks.filter((block) => block.kind === 'chart');

export const chartFile = (chart: ReportChart): string => `charts/${chart.id}.svg`;

const vectorLiteral = ({ unit }: ReportChart, value: number): string =>
  unit === 'share' ? `${Math.round(value * 1000) / 10} %` : String(value);

/** Every text in a report comes from users: line breaks and pipes must not break a table, and brackets must not make a link. */
const cell = (text: string) => inline(text).replace(/\|/gu, '\\|');
const inline = (text: string) => text.replace(/(?<!\s)\s*\n\s*/gu, ' ').replace(/([\\`*_[\]<>#])/gu, '\\$1');

function markdownBlock(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.text)}`;
    case 'text':
      return inline(block.text);
    case 'list':
      return block.items.map((item) => `- ${inline(item)}`).join('\n');
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${inline(line)}`)
        .join('\n');
    case 'table': {
      const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
      return [line(block.head), `|${'---|'.repeat(block.head.length)}`, ...block.rows.map(line)].join('\n');
    }
    case 'chart':
      return [
        `![${inline(block.name)}](${chartFile(block)})`,
        block.points.map(({ name, value }) => `- ${inline(name)}: ${vectorLiteral(block, value)}`).join('\n'),
      ].join('\n\n');
  }
}

export function toMarkdown(blocks: readonly ReportBlock[]): string {
  return `${blocks.map(markdownBlock).join('\n\n')}\n`;
}

/** Escapes text for XML and HTML; control characters, which neither allows, become spaces. */
export function escapeMarkup(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu,
      ' ',
    )
    .replace(/&/gu, '&amp;')
    .replace(/</gu, '&lt;')
    .replace(/>/gu, '&gt;')
    .replace(/"/gu, '&quot;')
    .replace(/'/gu, '&#39;');
}

/** @param chart draws a chart as SVG, encoded as base64 */
export function toHtml(
  blocks: readonly ReportBlock[],
  page: { readonly title: string; readonly language: 'en' | 'ko' },
  chart: (block: ReportChart) => string,
): string {
  const e = escapeMarkup;
  const html = blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return `<h${block.level}>${e(block.text)}</h${block.level}>`;
      case 'text':
        return `<p>${e(block.text)}</p>`;
      case 'list':
        return `<ul>${block.items.map((item) => `<li>${e(item)}</li>`).join('')}</ul>`;
      case 'quote':
        return `<blockquote>${e(block.text)}</blockquote>`;
      case 'table':
        return `<table><thead><tr>${block.head.map((h) => `<th scope="col">${e(h)}</th>`).join('')}</tr></thead><tbody>${block.rows
          .map((row) => `<tr>${row.map((c) => `<td>${e(c)}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`;
      case 'chart':
        return `<img alt="${e(`${block.name}: ${block.points.map((p) => `${p.name} ${vectorLiteral(block, p.value)}`).join(', ')}`)}" src="data:image/svg+xml;base64,${chart(block)}">`;
    }
  });
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${e(page.title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}td,th{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top}
blockquote{border-left:4px solid #999;margin:1rem 0;padding:.1rem 1rem;white-space:pre-wrap}img{max-width:100%}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}td,th{border-color:#555}img{background:#fff}}
</style></head><body>
${html.join('\n')}
</body></html>
`;
}
