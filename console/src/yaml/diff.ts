export type Change = 'same' | 'added' | 'removed';

export interface DiffLine {
  readonly change: Change;
  readonly text: string;
}

/** Larger ones are shown as removed and added: the time is quadratic in the number of changes. */
const maxChanges = 2_000;

/** The shortest sequence of changes from one text to another, by lines (Myers). */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = shortest(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [...same(before.slice(0, start)), ...middle, ...same(before.slice(before.length - end))];
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ change: 'same', text }));
}

function shortest(before: readonly string[], after: readonly string[]): DiffLine[] {
  const trace: Map<number, number>[] = [];
  const furthest = new Map([[1, 0]]);
  for (let distance = 0; distance <= Math.min(before.length + after.length, maxChanges); distance++) {
    trace.push(new Map(furthest));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const isDown =
        diagonal === -distance || (diagonal !== distance && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));
      let x = isDown ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      furthest.set(diagonal, x);
      if (x >= before.length && y >= after.length) return walkBack(trace, before, after);
    }
  }
  return [
    ...before.map((text): DiffLine => ({ change: 'removed', text })),
    ...after.map((text): DiffLine => ({ change: 'added', text })),
  ];
}

function at(furthest: Map<number, number>, diagonal: number): number {
  return furthest.get(diagonal) ?? -1;
}

function walkBack(
  trace: readonly Map<number, number>[],
  before: readonly string[],
  after: readonly string[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let distance = trace.length - 1; distance >= 0; distance--) {
    const furthest = trace[distance]!;
    const diagonal = x - y;
    const isDown =
      diagonal === -distance || (diagonal !== distance && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = [at(furthest, previous), at(furthest, previous) - previous];
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      lines.push({ change: 'same', text: before[--x]! });
      y--;
    }
    if (distance === 0) break;
    if (isDown) lines.push({ change: 'added', text: after[--y]! });
    else lines.push({ change: 'removed', text: before[--x]! });
  }
  return lines.reverse();
}
