import type { VNode } from 'preact';

interface DataTableProps {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly VNode[];
  /** Shown if there are no rows. */
  readonly empty: string;
}

/** A table that scrolls inside of its place where the window is narrow. */
export function DataTable({ label, heads, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <p class="card calm">{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </div>
  );
}
