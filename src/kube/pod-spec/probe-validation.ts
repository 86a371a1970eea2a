// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Container, HTTPGetAction, Lifecycle, Probe } from '../../api/core/v1.js';
import {
  checkHttpHeaderName,
  checkPortName,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  type IntOrString,
  validateNonnegative,
} from '../../apimachinery/validation/index.js';
import { validateRequired } from '../field-checks.js';
import type { Handler } from './pod.js';

/** Termination grace period of the pod; a sleep in a lifecycle hook may not exceed it. */
type GraceSeconds = number | undefined;

export function validateProbes(container: Container, path: FieldPath, grace: GraceSeconds): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  const errors: FieldError[] = [];
  if (livenessProbe) errors.push(...endingProbeErrors(livenessProbe, path.child('livenessProbe'), grace));
  if (readinessProbe) errors.push(...readinessErrors(readinessProbe, path.child('readinessProbe'), grace));
  if (startupProbe) errors.push(...endingProbeErrors(startupProbe, path.child('startupProbe'), grace));
  return errors;
}

/** `system`: the operating system of the pod. */
export function validateLifecycle(
  { postStart, preStop, stopSignal }: Lifecycle,
  path: FieldPath,
  { grace, system }: { grace: GraceSeconds; system: string | undefined },
): FieldError[] {
  return [
    ...(postStart ? handlerErrors(postStart, path.child('postStart'), grace) : []),
    ...(preStop ? handlerErrors(preStop, path.child('preStop'), grace) : []),
    ...(stopSignal ? stopSignalErrors(stopSignal, path.child('stopSignal'), system) : []),
  ];
}

const windowsSignals = ['SIGKILL', 'SIGTERM'];
const namedSignals =
  'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX';
const linuxSignals = [
  ...namedSignals.split(' '),
  ...Array.from({ length: 15 }, (_, index) => `RTMIN+${index + 1}`),
  ...Array.from({ length: 14 }, (_, index) => `RTMAX-${index + 1}`),
]
  .map((name) => `SIG${name}`)
  .sort();

function stopSignalErrors(signal: string, path: FieldPath, system: string | undefined): FieldError[] {
  if (system === undefined) return [path.forbidden('may not be set for containers with empty `spec.os.name`')];
  const supported = system === 'windows' ? windowsSignals : linuxSignals;
  return supported.includes(signal) ? [] : [path.notSupported(signal, supported)];
}

/** A liveness or startup probe: its success threshold must be 1. */
function endingProbeErrors(probe: Probe, path: FieldPath, grace: GraceSeconds): FieldError[] {
  const errors = probeErrors(probe, path, grace);
  if (probe.successThreshold === 1) return errors;
  return [...errors, path.child('successThreshold').invalid(probe.successThreshold ?? 0, 'must be 1')];
}

function readinessErrors(probe: Probe, path: FieldPath, grace: GraceSeconds): FieldError[] {
  const { terminationGracePeriodSeconds: seconds } = probe;
  const errors = probeErrors(probe, path, grace);
  if (seconds === undefined) return errors;
  const detail = 'must not be set for readinessProbes';
  return [...errors, path.child('terminationGracePeriodSeconds').invalid(seconds, detail)];
}

const countedFields = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

function probeErrors(probe: Probe, path: FieldPath, grace: GraceSeconds): FieldError[] {
  const { terminationGracePeriodSeconds: seconds } = probe;
  const errors = handlerErrors(probe, path, grace);
  for (const field of countedFields) errors.push(...validateNonnegative(probe[field] ?? 0, path.child(field)));
  if (seconds !== undefined && seconds <= 0) {
    errors.push(path.child('terminationGracePeriodSeconds').invalid(seconds, 'must be greater than 0'));
  }
  return errors;
}

/** Exactly one handler is allowed: the first one is validated, further ones are forbidden. */
function handlerErrors(handler: Handler, path: FieldPath, grace: GraceSeconds): FieldError[] {
  const checks: Readonly<Record<string, (() => FieldError[]) | undefined>> = {
    exec: handler.exec && (() => commandErrors(handler.exec?.command, path.child('exec', 'command'))),
    httpGet: handler.httpGet && (() => httpErrors(handler.httpGet!, path.child('httpGet'))),
    tcpSocket: handler.tcpSocket && (() => portErrors(handler.tcpSocket!.port, path.child('tcpSocket', 'port'))),
    grpc: handler.grpc && (() => portErrors(handler.grpc!.port ?? 0, path.child('grpc', 'port'))),
    sleep: handler.sleep && (() => sleepErrors(handler.sleep!.seconds, path.child('sleep'), grace)),
  };
  const [first, ...others] = Object.entries(checks).filter(([, check]) => check !== undefined);
  if (!first) return [path.required('must specify a handler type')];
  const tooMany = others.map(([name]) => path.child(name).forbidden('may not specify more than 1 handler type'));
  return [...(first[1]?.() ?? []), ...tooMany];
}

function commandErrors(command: readonly string[] | undefined, path: FieldPath): FieldError[] {
  return command?.length ? [] : [path.required()];
}

const schemes = ['HTTP', 'HTTPS'];

function httpErrors(
  { path: target, port, scheme = '', httpHeaders = [] }: HTTPGetAction,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateRequired(target, path.child('path')),
    ...portErrors(port, path.child('port')),
    ...(schemes.includes(scheme) ? [] : [path.child('scheme').notSupported(scheme, schemes)]),
    ...httpHeaders.flatMap(({ name }) => path.child('httpHeaders').check(name, checkHttpHeaderName)),
  ];
}

function portErrors(port: IntOrString, path: FieldPath): FieldError[] {
  return typeof port === 'number' ? path.check(port, checkPortNumber) : path.check(port, checkPortName);
}

function sleepErrors(seconds: number, path: FieldPath, grace: GraceSeconds): FieldError[] {
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return [];
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
  return [path.invalid(seconds, detail)];
}
