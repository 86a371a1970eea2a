// Follows staging/src/k8s.io/apimachinery/pkg/util/diff/diff.go (v1.36)

const contextLines = 3;
/** Limits the work: the rest counts as changed. */
const maxSteps = 500_000;

/** A line that is in both texts, or only before, or only after. */
interface Run {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** Returns a unified diff without the header. */
export function lineDiff(before: readonly string[], after: readonly string[]): string {
  const runs = runsOf(before, after);
  return hunks(runs)
    .map(([from, to]) => hunkText(runs, from, to))
    .join('');
}

function runsOf(before: readonly string[], after: readonly string[]): Run[] {
  const runs: Run[] = [];
  const add = (sign: Run['sign'], lines: readonly string[]): void => {
    for (const line of lines) runs.push({ sign, line });
  };
  let [left, right] = [0, 0];
  for (const { left: nextLeft, right: nextRight, length } of [...matchesOf(before, after), endOf(before, after)]) {
    add('-', before.slice(left, nextLeft));
    add('+', after.slice(right, nextRight));
    left = nextLeft + length;
    right = nextRight + length;
    add(' ', before.slice(nextLeft, left));
  }
  return runs;
}

/** A run of equal lines in both texts. */
interface Match {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

function endOf(before: readonly string[], after: readonly string[]): Match {
  return { left: before.length, right: after.length, length: 0 };
}

/** Returns the common runs in order: the longest match first, then recursively before and after it. */
function matchesOf(before: readonly string[], after: readonly string[]): Match[] {
  const matcher = new Matcher(before, after);
  const matches: Match[] = [];
  const spans: Span[] = [{ left: 0, leftEnd: before.length, right: 0, rightEnd: after.length }];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const match = matcher.longest(span);
    if (match.length === 0) continue;
    matches.push(match);
    spans.push({ ...span, leftEnd: match.left, rightEnd: match.right });
    spans.push({ ...span, left: match.left + match.length, right: match.right + match.length });
  }
  return matches.sort((one, other) => one.left - other.left);
}

/** The ranges in which to search. */
interface Span {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** Finds matches like Python's difflib, and thus like upstream: frequent lines of a long text are ignored at first. */
class Matcher {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  readonly #places = new Map<string, number[]>();
  #stepsLeft = maxSteps;

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
    for (const [index, line] of after.entries()) {
      const places = this.#places.get(line);
      if (places) places.push(index);
      else this.#places.set(line, [index]);
    }
    if (after.length < 200) return;
    const many = Math.floor(after.length / 100) + 1;
    for (const [line, places] of this.#places) if (places.length > many) this.#places.delete(line);
  }

  /** Returns the longest match in a span; of several, the earliest in `before`, then in `after`. */
  longest(span: Span): Match {
    let best: Match = { left: span.left, right: span.right, length: 0 };
    let lengths = new Map<number, number>();
    for (let left = span.left; left < span.leftEnd && this.#stepsLeft > 0; left++) {
      const next = new Map<number, number>();
      this.#stepsLeft--;
      for (const right of this.#places.get(this.#before[left]!) ?? []) {
        this.#stepsLeft--;
        if (right < span.right) continue;
        if (right >= span.rightEnd) break;
        const length = (lengths.get(right - 1) ?? 0) + 1;
        next.set(right, length);
        if (length > best.length) best = { left: left - length + 1, right: right - length + 1, length };
      }
      lengths = next;
    }
    return this.#stepsLeft > 0 ? this.#extended(best, span) : { ...best, length: 0 };
  }

  /** Extends a match to adjacent frequent lines. */
  #extended({ left, right, length }: Match, span: Span): Match {
    while (left > span.left && right > span.right && this.#before[left - 1] === this.#after[right - 1]) {
      left--;
      right--;
      length++;
    }
    while (
      left + length < span.leftEnd &&
      right + length < span.rightEnd &&
      this.#before[left + length] === this.#after[right + length]
    ) {
      length++;
    }
    return { left, right, length };
  }
}

/** Returns the ranges of changes with their context lines. */
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
