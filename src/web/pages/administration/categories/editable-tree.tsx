import { useState } from 'preact/hooks';
import type { CategoryNode } from '../../api/documents.js';
import type { Operation } from '../../api/taxonomy.js';
import { Menu } from '../../parts/menu.js';
import { useCategories } from './categories-words.js';
import { pathsOf } from './edited-tree.js';
import { OperationDialog } from './operation-dialog.js';

const ACTIONS = ['add', 'rename', 'move', 'merge', 'remove'] as const;
type Action = (typeof ACTIONS)[number];
type Choose = (op: Action, path: readonly string[]) => void;

function Category({ node, choose }: { readonly node: CategoryNode; readonly choose: Choose }) {
  const { say, name } = useCategories();
  const [isOpen, setIsOpen] = useState(true);
  const { path, document_count: count, children } = node;
  const label = path.at(-1) ?? '';
  return (
    <li data-category={path.join('/')}>
      <div class="node">
        {children.length > 0 && (
          <button
            type="button"
            class="fold"
            aria-expanded={isOpen}
            aria-label={say('below', { category: label })}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
        <span class={children.length === 0 ? 'leaf' : ''}>
          {label} <span class="count">{count}</span>
        </span>
        <Menu label={say('actionsFor', { title: label })}>
          {ACTIONS.map((action) => (
            <button key={action} type="button" class="quiet" onClick={() => choose(action, path)}>
              {name('op', action)}
            </button>
          ))}
        </Menu>
      </div>
      {isOpen && children.length > 0 && <Categories nodes={children} choose={choose} />}
    </li>
  );
}

function Categories({ nodes, choose }: { readonly nodes: readonly CategoryNode[]; readonly choose: Choose }) {
  return (
    <ul>
      {nodes.map((node) => (
        <Category key={JSON.stringify(node.path)} node={node} choose={choose} />
      ))}
    </ul>
  );
}

interface TreeProps {
  readonly title: string;
  readonly nodes: readonly CategoryNode[];
  readonly made: (operation: Operation) => void;
}

/** The categories, each with what can be done to it. */
export function EditableTree({ title, nodes, made }: TreeProps) {
  const { say } = useCategories();
  const [asks, setAsks] = useState<{ readonly op: Action; readonly path: readonly string[] } | undefined>();
  const choose: Choose = (op, path) => {
    if (op === 'remove') made({ op, path });
    else setAsks({ op, path });
  };
  return (
    <section class="tree card">
      <h2>{title}</h2>
      <Categories nodes={nodes} choose={choose} />
      <button type="button" class="quiet" onClick={() => choose('add', [])}>
        {say('addTop')}
      </button>
      {asks !== undefined && asks.op !== 'remove' && (
        <OperationDialog
          op={asks.op}
          path={asks.path}
          paths={pathsOf(nodes)}
          made={(operation) => {
            setAsks(undefined);
            made(operation);
          }}
          close={() => setAsks(undefined)}
        />
      )}
    </section>
  );
}
