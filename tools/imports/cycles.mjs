// Finds cycles of imports.
import { dirname } from 'node:path';

/**
 * Returns, for each group of modules that import each other, one of the shortest cycles through more than one folder.
 * Groups within one folder are left out.
 */
export function cyclesBetweenFolders(modules) {
  const graph = new Map([...modules].map(([file, { imports }]) => [file, targetsIn(modules, imports)]));
  return stronglyConnected(graph).flatMap((group) => {
    const cycles = group.flatMap((file) => cyclesFrom(file, graph, new Set(group)));
    return cycles.sort((a, b) => a.length - b.length).slice(0, 1);
  });
}

function targetsIn(modules, imports) {
  return [...new Set(imports.map(({ target }) => target))].filter((target) => modules.has(target));
}

/** Tarjan's algorithm: the groups of files that are all reachable from each other. */
function stronglyConnected(graph) {
  const [order, groups, open] = [new Map(), [], []];
  const lowestFrom = (file) => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let lowest = own;
    for (const next of graph.get(file)) {
      if (!order.has(next)) lowest = Math.min(lowest, lowestFrom(next));
      else if (open.includes(next)) lowest = Math.min(lowest, order.get(next));
    }
    if (lowest === own) groups.push(open.splice(open.indexOf(file)));
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) lowestFrom(file);
  return groups.filter(({ length }) => length > 1);
}

/** The shortest ways back to a file from those of its imports that are in another folder. */
function cyclesFrom(file, graph, group) {
  const abroad = graph.get(file).filter((next) => group.has(next) && dirname(next) !== dirname(file));
  return abroad.map((first) => [file, ...shortestPath(first, file, { graph, group })]);
}

function shortestPath(from, to, { graph, group }) {
  const previous = new Map([[from, undefined]]);
  for (const file of previous.keys()) {
    if (file === to) break;
    for (const next of graph.get(file)) if (group.has(next) && !previous.has(next)) previous.set(next, file);
  }
  const path = [];
  for (let file = to; file !== undefined; file = previous.get(file)) path.unshift(file);
  return path;
}
