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
  const path = JSON.stringify(node.path);
  const link = (
    <Link to={categoryUrl(path)} {...(path === current ? { 'aria-current': 'true' as const } : {})}>
      {node.path.at(-1)} <span class="count">{total(node)}</span>
    </Link>
  );
  if (node.children.length === 0) return <li>{link}</li>;
  return (
    <li>
      <details open={isOn(path, current)}>
        <summary>{link}</summary>
        <ul>
          {node.children.map((child) => (
            <Category key={child.path.join('/')} node={child} current={current} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** The categories with the number of documents at and below each. @param current JSON of the chosen path */
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
                <Link to={categoryUrl(null)} {...(current === null ? { 'aria-current': 'true' as const } : {})}>
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
