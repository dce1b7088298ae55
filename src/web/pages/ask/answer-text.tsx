import type { Source } from '../api/chat.js';
import { serverUrl } from '../parts/base-path.js';
import { useSpeech } from '../words/language.js';
import { type Block, blocksOf, type Line } from './answer-blocks.js';
import { citedParts, type Part } from './cited-parts.js';
import type { ShownAnswer } from './shown-answer.js';
import { sourceUrl } from './sources.js';

type ReadSource = (source: Source) => void;

interface NumberProps {
  readonly n: number;
  readonly sources: readonly Source[];
  readonly read: ReadSource;
}

/** The number of a source: opens its document at the quoted passage. Plain text if there is no such source. */
function SourceNumber({ n, sources, read }: NumberProps) {
  const { say } = useSpeech();
  const source = sources.find((candidate) => candidate.n === n);
  if (source === undefined) return <>[{n}]</>;
  const label = say('openSource', { n, title: source.title });
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    read(source);
  };
  return (
    <a class="cite" href={serverUrl(sourceUrl(source))} aria-label={label} title={label} onClick={open}>
      {n}
    </a>
  );
}

/** Bold text and code inside a line. */
function Inline({ text }: { readonly text: string }) {
  const pieces = text.split(/(\*\*[^*\n]{1,500}\*\*|`[^`\n]{1,500}`)/u);
  return (
    <>
      {pieces.map((piece, i) => {
        if (i % 2 === 0) return piece;
        return piece.startsWith('`') ? (
          <code key={i}>{piece.slice(1, -1)}</code>
        ) : (
          <strong key={i}>{piece.slice(2, -2)}</strong>
        );
      })}
    </>
  );
}

interface TextProps {
  readonly sources: readonly Source[];
  readonly read: ReadSource;
}

function LineView({ line, sources, read }: TextProps & { readonly line: Line }) {
  const show = (part: Part, i: number) =>
    part.kind === 'number' ? (
      <SourceNumber key={i} n={part.n} sources={sources} read={read} />
    ) : (
      <span key={i} class={part.kind}>
        <Inline text={part.text} />
      </span>
    );
  return <>{line.map(show)}</>;
}

function BlockView({ block, ...text }: TextProps & { readonly block: Block }) {
  switch (block.kind) {
    case 'code':
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'heading':
      return (
        <p class="head">
          <LineView line={block.line} {...text} />
        </p>
      );
    case 'list': {
      const items = block.items.map(({ number, line }, i) => (
        <li key={i} {...(number === undefined ? {} : { value: number })}>
          <LineView line={line} {...text} />
        </li>
      ));
      return block.items[0]?.number === undefined ? <ul>{items}</ul> : <ol>{items}</ol>;
    }
    case 'table':
      return (
        <div class="scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col">
                    <LineView line={cell} {...text} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={j} colSpan={j === row.length - 1 ? Math.max(1, block.head.length - j) : 1}>
                      <LineView line={cell} {...text} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default:
      return (
        <p>
          {block.lines.map((line, i) => (
            <>
              {i > 0 && <br />}
              <LineView key={i} line={line} {...text} />
            </>
          ))}
        </p>
      );
  }
}

interface AnswerTextProps {
  readonly answer: Pick<ShownAnswer, 'response' | 'citations' | 'language'>;
  readonly sources: readonly Source[];
  readonly read: ReadSource;
}

/** An answer with supported words highlighted, each followed by the number of its source. Its Markdown is shown as such. */
export function AnswerText({ answer, sources, read }: AnswerTextProps) {
  return (
    <div class="said" lang={answer.language}>
      {blocksOf(citedParts(answer)).map((block, i) => (
        <BlockView key={i} block={block} sources={sources} read={read} />
      ))}
    </div>
  );
}
