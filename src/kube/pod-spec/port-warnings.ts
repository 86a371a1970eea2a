// Follows pkg/api/pod/warnings.go (v1.36)

import type { ContainerPort } from '../../api/core/v1.js';
import type { FieldPath } from '../../apimachinery/validation/index.js';
import type { PlacedContainer } from './pod.js';

interface PlacedPort {
  readonly port: ContainerPort;
  readonly path: FieldPath;
}

/** Warns of conflicting container ports. */
export function portWarnings(placed: readonly PlacedContainer[]): string[] {
  const ports: PlacedPort[] = placed.flatMap(({ container, path }) =>
    (container.ports ?? []).map((port, index) => ({ port, path: path.child('ports').index(index) })),
  );
  return [...numberWarnings(ports), ...nameWarnings(ports)];
}

/** Only so many definitions of one port are compared with each other. */
const maxCompared = 10;

function numberWarnings(ports: readonly PlacedPort[]): string[] {
  const seen = new Map<string, PlacedPort[]>();
  return ports.flatMap((placed) => {
    const { port, path } = placed;
    // Unambiguous: the first part is a number.
    const key = `${port.containerPort}/${port.protocol}`;
    const others = seen.get(key) ?? [];
    if (others.length < maxCompared) seen.set(key, [...others, placed]);
    const problems = others.flatMap((other) => {
      const problem = conflictOf(port, other.port);
      return problem === undefined ? [] : [`${path}: ${problem} port definition with ${other.path}`];
    });
    return port.hostIP && !port.hostPort
      ? [`${path}: hostIP set without hostPort: ${shown(port)}`, ...problems]
      : problems;
  });
}

function conflictOf(one: ContainerPort, other: ContainerPort): string | undefined {
  const [ip = '', otherIp = ''] = [one.hostIP, other.hostIP];
  const [port = 0, otherPort = 0] = [one.hostPort, other.hostPort];
  if (ip === otherIp && port === otherPort) return 'duplicate';
  if (port === 0 || otherPort === 0) return 'overlapping';
  return port === otherPort && (ip === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined;
}

/** Formatted like Go's `%+v`. */
function shown({ name = '', hostPort = 0, containerPort, protocol = '', hostIP = '' }: ContainerPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}

function nameWarnings(ports: readonly PlacedPort[]): string[] {
  const seen = new Map<string, FieldPath>();
  return ports.flatMap(({ port: { name }, path }) => {
    if (!name) return [];
    const other = seen.get(name);
    if (!other) {
      seen.set(name, path);
      return [];
    }
    const meant = `services and probes that select ports by name will use ${other}`;
    return [`${path}: duplicate port name ${JSON.stringify(name)} with ${other}, ${meant}`];
  });
}
