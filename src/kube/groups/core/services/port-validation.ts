// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ServicePort, ServiceSpec } from '../../../../api/core/v1.js';
import { compositeKey } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkPortName,
  checkPortNumber,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  VerbatimValue,
} from '../../../../apimachinery/validation/index.js';
import { portProtocols } from '../../../field-checks.js';

const portsPath = FieldPath.of('spec', 'ports');

/** Validates each port; names must be unique. */
export function validatePorts({ ports = [] }: ServiceSpec): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const path = portsPath.index(index);
    return [...nameErrors(port, path.child('name'), { names, isOnly: ports.length === 1 }), ...portErrors(port, path)];
  });
}

/** Node ports and service ports must be unique per protocol. */
export function validateDistinctPorts({ ports = [] }: ServiceSpec): FieldError[] {
  const [nodePorts, servicePorts] = [new Set<string>(), new Set<string>()];
  const errors: FieldError[] = [];
  const repeated: FieldError[] = [];
  for (const [index, { port, nodePort, protocol = '' }] of ports.entries()) {
    const path = portsPath.index(index);
    if (nodePort && isRepeated(nodePorts, compositeKey(protocol, String(nodePort)))) {
      errors.push(path.child('nodePort').duplicate(nodePort));
    }
    if (isRepeated(servicePorts, compositeKey(protocol, String(port)))) {
      const shown = `{"Name":"","Protocol":"${protocol}","AppProtocol":null,"Port":${port},"TargetPort":0,"NodePort":0}`;
      repeated.push(path.duplicate(new VerbatimValue(shown)));
    }
  }
  return [...errors, ...repeated];
}

function isRepeated(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

function nameErrors(
  { name = '' }: ServicePort,
  path: FieldPath,
  { names, isOnly }: { names: Set<string>; isOnly: boolean },
): FieldError[] {
  if (name === '') return isOnly ? [] : [path.required()];
  const errors = path.check(name, checkDns1123Label);
  if (isRepeated(names, name)) errors.push(path.duplicate(name));
  return errors;
}

function portErrors({ port, protocol, targetPort, appProtocol }: ServicePort, path: FieldPath): FieldError[] {
  const errors = path.child('port').check(port, checkPortNumber);
  if (!protocol) errors.push(path.child('protocol').required());
  else if (!portProtocols.includes(protocol)) errors.push(path.child('protocol').notSupported(protocol, portProtocols));
  const target = typeof targetPort === 'string' ? checkPortName(targetPort) : checkPortNumber(targetPort);
  errors.push(...target.map((problem) => path.child('targetPort').invalid(targetPort, problem)));
  if (appProtocol !== undefined) {
    const problems = checkQualifiedName(appProtocol);
    errors.push(...problems.map((problem) => path.child('appProtocol').invalid(appProtocol, problem)));
  }
  return errors;
}
