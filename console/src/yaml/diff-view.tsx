import { useMemo } from 'preact/hooks';
import { type DiffLine, diffLines } from './diff.ts';
import { inOrder } from './presentable.ts';
import { lineText, yamlLines } from './yaml-lines.ts';

const contextLines = 3;
const signs = { same: ' ', added: '+', removed: '−' } as const;

function linesOf(value: unknown): string[] {
  return value === undefined ? [] : yamlLines(inOrder(value)).map(lineText);
}

/** What differs between two objects, with a few lines around it. */
export function DiffView({ before, after }: { before: unknown; after: unknown }) {
  const parts = useMemo(() => withContext(diffLines(linesOf(before), linesOf(after))), [before, after]);
  if (parts.length === 0) return <p class="empty">No difference.</p>;
  return (
    <pre class="diff" aria-label="Difference" tabIndex={0}>
      {parts.map((line, index) =>
        line === undefined ? (
          <div key={index} class="gap">
            ⋯
          </div>
        ) : (
          <div key={index} class={line.change}>
            {signs[line.change]} {line.text}
          </div>
        ),
      )}
    </pre>
  );
}

/** Undefined stands for lines that are left out. */
function withContext(lines: readonly DiffLine[]): (DiffLine | undefined)[] {
  const isNear = lines.map(() => false);
  for (const [index, { change }] of lines.entries()) {
    if (change === 'same') continue;
    const last = Math.min(lines.length - 1, index + contextLines);
    for (let near = Math.max(0, index - contextLines); near <= last; near++) isNear[near] = true;
  }
  const parts: (DiffLine | undefined)[] = [];
  for (const [index, line] of lines.entries()) {
    if (isNear[index]) parts.push(line);
    else if (parts.length > 0 && parts.at(-1) !== undefined) parts.push(undefined);
  }
  if (parts.length > 0 && parts.at(-1) === undefined) parts.pop();
  return parts;
}
