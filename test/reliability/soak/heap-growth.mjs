// What has grown between two heap snapshots of a soak, by constructor, and by what the new objects are held.
//
//   node test/reliability/soak/heap-growth.mjs minute-4.heapsnapshot minute-12.heapsnapshot
import { readFileSync } from 'node:fs';

const shown = 25;
const pathLength = 12;
/** For each constructor that has grown, this many new objects are traced to their holders. */
const followed = 300;

class Snapshot {
  #nodes;
  #edges;
  #strings;
  #meta;
  #width;

  constructor(file) {
    const { nodes, edges, strings, snapshot } = JSON.parse(readFileSync(file, 'utf8'));
    this.#nodes = nodes;
    this.#edges = edges;
    this.#strings = strings;
    this.#meta = snapshot.meta;
    this.#width = this.#meta.node_fields.length;
    const field = (name) => this.#meta.node_fields.indexOf(name);
    this.fields = {
      type: field('type'),
      name: field('name'),
      id: field('id'),
      size: field('self_size'),
      edges: field('edge_count'),
    };
    this.count = nodes.length / this.#width;
  }

  id(node) {
    return this.#nodes[node * this.#width + this.fields.id];
  }

  size(node) {
    return this.#nodes[node * this.#width + this.fields.size];
  }

  label(node) {
    const at = node * this.#width;
    const type = this.#meta.node_types[this.fields.type][this.#nodes[at + this.fields.type]];
    if (type !== 'object' && type !== 'native' && type !== 'closure' && type !== 'hidden') return `(${type})`;
    return `${type === 'object' ? '' : `${type} `}${this.#strings[this.#nodes[at + this.fields.name]].slice(0, 60)}`;
  }

  /** The holder of each object on a shortest path from the root, ignoring weak references. */
  holders() {
    const edgeWidth = this.#meta.edge_fields.length;
    const firstEdge = new Uint32Array(this.count + 1);
    for (let node = 0, edge = 0; node < this.count; node++) {
      edge += this.#nodes[node * this.#width + this.fields.edges];
      firstEdge[node + 1] = edge;
    }
    const holder = new Int32Array(this.count).fill(-1);
    const by = new Array(this.count);
    const weak = this.#meta.edge_types[0].indexOf('weak');
    const numbered = new Set(['element', 'hidden'].map((type) => this.#meta.edge_types[0].indexOf(type)));
    const queue = [0];
    for (let next = 0; next < queue.length; next++) {
      const node = queue[next];
      for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) {
        const [type, name, to] = this.#edges.slice(edge * edgeWidth, edge * edgeWidth + 3);
        const target = to / this.#width;
        if (type === weak || target === 0 || holder[target] >= 0) continue;
        holder[target] = node;
        by[target] = numbered.has(type) ? '[]' : this.#strings[name].slice(0, 50);
        queue.push(target);
      }
    }
    return (node) => {
      const steps = [];
      for (let at = node; at > 0 && steps.length < pathLength; at = holder[at])
        steps.push(`.${by[at]} of ${this.label(holder[at])}`);
      return steps.join(' ');
    };
  }
}

function totals(snapshot, isCounted = () => true) {
  const byLabel = new Map();
  for (let node = 0; node < snapshot.count; node++) {
    if (!isCounted(node)) continue;
    const label = snapshot.label(node);
    const total = byLabel.get(label) ?? { count: 0, bytes: 0 };
    total.count++;
    total.bytes += snapshot.size(node);
    byLabel.set(label, total);
  }
  return byLabel;
}

const [before, after] = process.argv.slice(2).map((file) => new Snapshot(file));
const [old, now] = [totals(before), totals(after)];
const growth = [...now]
  .map(([label, { count, bytes }]) => {
    const was = old.get(label) ?? { count: 0, bytes: 0 };
    return { label, count: count - was.count, bytes: bytes - was.bytes };
  })
  .sort((a, b) => b.bytes - a.bytes)
  .slice(0, shown);
const known = new Set(Array.from({ length: before.count }, (_, node) => before.id(node)));
const path = after.holders();
const fresh = new Map(growth.map(({ label }) => [label, []]));
for (let node = 0; node < after.count; node++) {
  if (!known.has(after.id(node))) fresh.get(after.label(node))?.push(node);
}
for (const { label, count, bytes } of growth) {
  console.log(`\n${label}: ${count} more, ${(bytes / 1024).toFixed(0)} KiB more`);
  const nodes = fresh.get(label);
  const step = Math.max(1, Math.floor(nodes.length / followed));
  const paths = new Map();
  for (let index = 0; index < nodes.length; index += step) {
    const text = path(nodes[index]);
    paths.set(text, (paths.get(text) ?? 0) + 1);
  }
  const sampled = Math.ceil(nodes.length / step);
  for (const [text, times] of [...paths].sort((a, b) => b[1] - a[1]).slice(0, 6)) {
    console.log(`  ${Math.round((times / sampled) * 100)} % ${text}`);
  }
}
