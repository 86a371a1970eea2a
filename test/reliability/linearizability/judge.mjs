// All checks of a run; each returns the contradictions.
import { checkHistory } from './checker.mjs';
import { checkRealTimeOrder, checkSnapshots, readsOf, resolveVersions } from './revisions.mjs';
import { atomic, bookmarkable, continuous, ordered, reliable, resumable, typed, unique } from './watch-guarantees.mjs';

/** What clients saw of objects. */
export function judgeHistory({ history, lists, log, since, keys }) {
  const problems = resolveVersions(history, log);
  const linearizable = lists.filter(({ type }) => type === 'list');
  const result = checkHistory([...history, ...linearizable.flatMap((list) => readsOf(list, keys))]);
  if (result.verdict !== 'linearizable') {
    problems.push(`${result.key} is ${result.verdict}; no place for ${result.blocked.map(describe).join(', or ')}`);
  }
  problems.push(...checkRealTimeOrder([...history, ...linearizable]));
  problems.push(...checkSnapshots(lists, log, since));
  return problems;
}

/** What watches showed. */
export function judgeWatches({ watchers, log }) {
  const streams = watchers.flatMap((watcher) => watcher.streams);
  // If history was compacted, a client starts over, with a known gap.
  const unbroken = watchers.filter(({ expired }) => expired === 0);
  const judged = {
    ordered: ordered(streams),
    unique: unique(streams),
    reliable: reliable(streams, log),
    atomic: atomic(streams, log),
    resumable: resumable(streams, log),
    bookmarkable: bookmarkable(streams, log),
    typed: typed(log),
    continuous: continuous(unbroken, log),
  };
  return Object.entries(judged).flatMap(([name, problems]) => problems.map((problem) => `not ${name}: ${problem}`));
}

function describe({ id, type, value, expected, outcome }) {
  return `${id} ${type} ${JSON.stringify({ value, expected, outcome })}`;
}
