import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type CategoryNode, readTree } from '../api/documents.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';

const total = (node: CategoryNode): number =>
  node.children.reduce((sum, child) => sum + total(child), node.document_count);

export const categoryUrl = (path: string | null) => `/pages/documents${query({ path })}`;

const isOn = (path: string, current: string | null) =>
  current !== null && current.startsWith(path.slice(0, -1)) && /^[\],]/.test(current.slice(path.length - 1));

interface NodeProps {
  readonly node: CategoryNode;
  readonly current: string | null;
}

function Category({ node, current }: NodeProps) {
  const { say } = useSpeech();
  const path = JSON.stringify(node.path);
  const label = node.path.at(-1) ?? '';
  const [isOpen, setIsOpen] = useState(isOn(path, current));
  const isLeaf = node.children.length === 0;
  return (
    <li>
      <div class="node">
        {!isLeaf && (
          <button
            type="button"
            class="fold"
            aria-expanded={isOpen}
            aria-label={say('below', { category: label })}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
        <Link
          to={categoryUrl(path)}
          class={isLeaf ? 'leaf' : ''}
          {...(path === current ? { 'aria-current': 'true' as const } : {})}
        >
          {label} <span class="count">{total(node)}</span>
        </Link>
      </div>
      {isOpen && !isLeaf && (
        <ul>
          {node.children.map((child) => (
            <Category key={child.path.join('/')} node={child} current={current} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The categories with the number of documents at and below each. @param current JSON of the selected path */
export function CategoryTree({ current }: { readonly current: string | null }) {
  const { say } = useSpeech();
  const tree = useLoaded(readTree, []);
  return (
    <nav class="tree card" aria-label={say('categories')}>
      <h2>{say('categories')}</h2>
      <Loaded of={tree}>
        {({ nodes, version }) => (
          <>
            <ul>
              <li>
                <Link
                  to={categoryUrl(null)}
                  class="leaf"
                  {...(current === null ? { 'aria-current': 'true' as const } : {})}
                >
                  {say('allDocuments')} <span class="count">{nodes.reduce((sum, node) => sum + total(node), 0)}</span>
                </Link>
              </li>
              {nodes.map((node) => (
                <Category key={node.path.join('/')} node={node} current={current} />
              ))}
            </ul>
            <p class="facts">{say('taxonomyVersion', { version })}</p>
          </>
        )}
      </Loaded>
    </nav>
  );
}
