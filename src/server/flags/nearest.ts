/** The name that a mistyped or shortened one most likely means; undefined: none is close. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(typed.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(typed, name);
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
  }
  return best?.name ?? shortestWith(typed, names);
}

/** `port` may have been meant to be `secure-port`. */
function shortestWith(word: string, names: readonly string[]): string | undefined {
  const having = names.filter((name) => name.startsWith(`${word}-`) || name.endsWith(`-${word}`));
  return having.sort((left, right) => left.length - right.length)[0];
}

/** The Levenshtein distance of two texts. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}
