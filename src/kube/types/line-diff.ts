const contextLines = 3;
/** Beyond as many pairs of lines, what was between the first and the last change counts as changed altogether. */
const maxPairs = 4_000_000;

/** A run of lines: kept in both, or only before, or only after. */
interface Run {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** The changes between two texts in the form that `diff -u` has, without its head. */
export function lineDiff(before: readonly string[], after: readonly string[]): string {
  const runs = runsOf(before, after);
  return hunks(runs)
    .map(([from, to]) => hunkText(runs, from, to))
    .join('');
}

function runsOf(before: readonly string[], after: readonly string[]): Run[] {
  const shorter = Math.min(before.length, after.length);
  const isSameStart = (at: number): boolean => before[at] === after[at];
  const isSameEnd = (at: number): boolean => before[before.length - 1 - at] === after[after.length - 1 - at];
  let start = countWhile(isSameStart, shorter);
  let end = countWhile(isSameEnd, shorter);
  // The longer of the two is taken whole: where a line could be of either, it tells which.
  if (start >= end) end = Math.min(end, shorter - start);
  else start = Math.min(start, shorter - end);
  const kept = (lines: readonly string[]): Run[] => lines.map((line) => ({ sign: ' ', line }));
  return [
    ...kept(before.slice(0, start)),
    ...changed(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...kept(before.slice(before.length - end)),
  ];
}

function countWhile(holds: (at: number) => boolean, limit: number): number {
  let count = 0;
  while (count < limit && holds(count)) count++;
  return count;
}

/** By the longest sequence of lines that both have. */
function changed(before: readonly string[], after: readonly string[]): Run[] {
  const runs: Run[] = [];
  const width = after.length + 1;
  const lengths = before.length * after.length > maxPairs ? undefined : commonLengths(before, after);
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    if (lengths && left < before.length && right < after.length && before[left] === after[right]) {
      runs.push({ sign: ' ', line: before[left++]! });
      right++;
    } else if (
      left < before.length &&
      (right === after.length || !lengths || lengths[(left + 1) * width + right]! >= lengths[left * width + right + 1]!)
    ) {
      runs.push({ sign: '-', line: before[left++]! });
    } else {
      runs.push({ sign: '+', line: after[right++]! });
    }
  }
  return runs;
}

/** For each pair of places, how many lines the rests have in common at most. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--) {
      const at = left * width + right;
      lengths[at] =
        before[left] === after[right] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  }
  return lengths;
}

/** Where changes are shown, with the lines around them. */
function hunks(runs: readonly Run[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const [index, { sign }] of runs.entries()) {
    if (sign === ' ') continue;
    const last = found.at(-1);
    const from = Math.max(0, index - contextLines);
    const to = Math.min(runs.length, index + contextLines + 1);
    if (last && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

function hunkText(runs: readonly Run[], from: number, to: number): string {
  const shown = runs.slice(from, to);
  const place = (sign: '-' | '+'): string => {
    const skipped = runs.slice(0, from).filter((run) => run.sign === ' ' || run.sign === sign).length;
    const length = shown.filter((run) => run.sign === ' ' || run.sign === sign).length;
    return length === 1 ? `${skipped + 1}` : `${length === 0 ? skipped : skipped + 1},${length}`;
  };
  const lines = shown.map(({ sign, line }) => `${sign}${line}\n`);
  return `@@ -${place('-')} +${place('+')} @@\n${lines.join('')}`;
}
