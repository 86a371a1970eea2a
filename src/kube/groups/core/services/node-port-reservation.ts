// Follows pkg/registry/core/service/storage/alloc.go (v1.36)

import type { ServiceSpec } from '../../../../api/core/v1.js';
import { errorWithoutReason, internalError } from '../../../../apimachinery/status/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { AllocationError } from '../../../service-addresses/index.js';
import type { NodePortOperation } from './node-port-operation.js';
import { getsNodePorts, needsHealthCheck, nodePortsOf, usesNodePorts } from './service.js';

interface Change {
  readonly spec: ServiceSpec;
  readonly old: ServiceSpec | undefined;
}

const portsPath = FieldPath.of('spec', 'ports');

/** Allocates the node ports of a service, in place. Returns the errors of requested ports. */
export async function reserveNodePorts({ spec, old }: Change, ports: NodePortOperation): Promise<FieldError[]> {
  if (old && usesNodePorts(old) && ['ClusterIP', 'ExternalName'].includes(spec.type ?? '')) {
    ports.releaseLater(nodePortsOf(old));
  }
  if (usesNodePorts(spec)) {
    const errors = old ? await updatePorts({ spec, old }, ports) : await firstPorts(spec, ports);
    if (errors.length > 0) return errors;
  }
  await reserveHealthCheckPort({ spec, old }, ports);
  return [];
}

/** Ports with the same number and different protocols share a node port, unless they request different ones. */
async function firstPorts(spec: ServiceSpec, ports: NodePortOperation): Promise<FieldError[]> {
  const shared = new Map<number, number>();
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (!port.nodePort && !getsNodePorts(spec)) continue;
    const known = shared.get(port.port);
    const requested = known === undefined ? requestedFor(port.port, spec) : port.nodePort;
    if (known !== undefined && (!requested || requested === known)) {
      port.nodePort = known;
      continue;
    }
    const refusal = requested ? await refusalOf(ports, requested, index) : undefined;
    if (refusal) return [refusal];
    port.nodePort = requested || (await anyPort(ports));
    if (known === undefined) shared.set(port.port, port.nodePort);
  }
  return [];
}

/** Returns the node port requested for a port number; undefined: none. */
function requestedFor(number: number, { ports = [] }: ServiceSpec): number | undefined {
  return ports.find(({ port, nodePort }) => port === number && nodePort)?.nodePort;
}

async function updatePorts(
  { spec, old }: { spec: ServiceSpec; old: ServiceSpec },
  ports: NodePortOperation,
): Promise<FieldError[]> {
  const held = new Set(nodePortsOf(old));
  const seen = new Set<string>();
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (!port.nodePort && !getsNodePorts(spec)) continue;
    if (port.nodePort && !held.has(port.nodePort)) {
      const refusal = await refusalOf(ports, port.nodePort, index);
      if (refusal) return [refusal];
    }
    port.nodePort ||= await anyPort(ports);
    held.add(port.nodePort);
    // Unambiguous: the second part is a number.
    const key = `${port.protocol} ${port.nodePort}`;
    if (seen.has(key)) throw errorWithoutReason(`duplicate nodePort: {${key}}`);
    seen.add(key);
  }
  const wanted = new Set(nodePortsOf(spec));
  ports.releaseLater(nodePortsOf(old).filter((port) => !wanted.has(port)));
  return [];
}

async function reserveHealthCheckPort({ spec, old }: Change, ports: NodePortOperation): Promise<void> {
  const needed = old !== undefined && needsHealthCheck(old);
  if (needed && !needsHealthCheck(spec)) ports.releaseLater(old.healthCheckNodePort ? [old.healthCheckNodePort] : []);
  if (needed || !needsHealthCheck(spec)) return;
  const { healthCheckNodePort: requested } = spec;
  try {
    if (requested) await ports.allocate(requested);
    else spec.healthCheckNodePort = await ports.allocateNext();
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    const what = requested ? `requested HealthCheck NodePort ${requested}` : 'a HealthCheck NodePort 0';
    throw internalError(`failed to allocate ${what}: ${error.message}`);
  }
}

async function refusalOf(ports: NodePortOperation, port: number, index: number): Promise<FieldError | undefined> {
  try {
    await ports.allocate(port);
    return undefined;
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return portsPath.index(index).child('nodePort').invalid(port, error.message);
  }
}

async function anyPort(ports: NodePortOperation): Promise<number> {
  try {
    return await ports.allocateNext();
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    throw internalError(`failed to allocate a nodePort: ${error.message}`);
  }
}
