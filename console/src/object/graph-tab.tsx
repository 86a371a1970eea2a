import { useLayoutEffect, useRef } from 'preact/hooks';
import type { KubeObject } from '../api/client.ts';
import type { Resource } from '../api/discovery.ts';
import { href, namespace, objectSegments } from '../route.ts';
import { useLoad } from '../ui/load.ts';
import { Loading, Notice, Problem } from '../ui/parts.tsx';
import { findRelatives, type Relative, type Relatives } from './relatives.ts';

const width = 190;
const height = 44;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Placed {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { readonly node: Relative; readonly x: number; readonly y: number }[];
  readonly edges: readonly string[];
}

/** Owners above, dependents below. */
export function GraphTab({ resource, object }: { resource: Resource; object: KubeObject }) {
  const { value, error } = useLoad(
    async (signal) => {
      const relatives = await findRelatives(resource, object, signal);
      return { relatives, placed: await place(relatives) };
    },
    [object.metadata.uid],
  );
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const subject = value?.placed.nodes.find(({ node }) => node.id === object.metadata.uid);
    const element = scroller.current;
    if (subject && element) element.scrollLeft = subject.x - element.clientWidth / 2;
  }, [value]);
  if (error !== undefined) return <Problem error={error} />;
  if (!value) return <Loading />;
  const { placed, relatives } = value;
  return (
    <>
      {relatives.nodes.length === 1 && <Notice tone="info">It has neither owners nor dependents.</Notice>}
      {relatives.unread.length > 0 && <Notice tone="warn">Could not be searched: {relatives.unread.join(', ')}</Notice>}
      <div class="graph" ref={scroller} role="region" aria-label="Owners and dependents" tabIndex={0}>
        <svg width={placed.width} height={placed.height} viewBox={`0 0 ${placed.width} ${placed.height}`}>
          {placed.edges.map((path) => (
            <path key={path} class="edge" d={path} />
          ))}
          {placed.nodes.map(({ node, x, y }) => (
            <Node key={node.id} node={node} x={x} y={y} isSubject={node.id === object.metadata.uid} />
          ))}
        </svg>
      </div>
    </>
  );
}

function Node({ node, x, y, isSubject }: { node: Relative; x: number; y: number; isSubject: boolean }) {
  const { kind, resource, metadata } = node;
  const target = resource ? href(objectSegments(resource, metadata), { ns: namespace.value }) : location.hash;
  return (
    <a href={target}>
      <g class={isSubject ? 'node subject' : 'node'} transform={`translate(${x - width / 2} ${y - height / 2})`}>
        <rect width={width} height={height} rx="6" />
        <text x="10" y="17" class="node-kind">
          {kind}
        </text>
        <text x="10" y="34">
          {shortened(metadata.name)}
        </text>
      </g>
    </a>
  );
}

function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}

async function place({ nodes, edges }: Relatives): Promise<Placed> {
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 40, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width, height });
  for (const [from, to] of edges) graph.setEdge(from, to);
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.ceil(size.width ?? 0),
    height: Math.ceil(size.height ?? 0),
    nodes: nodes.map((node) => ({ node, ...(graph.node(node.id) as Point) })),
    edges: graph.edges().map(({ v, w }) => curve(graph.node(v) as Point, graph.node(w) as Point)),
  };
}

/** From the bottom of an owner to the top of a dependent. */
function curve(owner: Point, dependent: Point): string {
  const [top, bottom] = [owner.y + height / 2, dependent.y - height / 2];
  const middle = (top + bottom) / 2;
  return `M${owner.x},${top}C${owner.x},${middle} ${dependent.x},${middle} ${dependent.x},${bottom}`;
}
