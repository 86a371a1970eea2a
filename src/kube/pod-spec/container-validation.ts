// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Container, ContainerPort, PodSpec } from '../../api/core/v1.js';
import {
  checkDns1123Label,
  checkPortName,
  checkPortNumber,
  type FieldError,
  type FieldPath,
} from '../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import {
  checkedRequired,
  duplicates,
  eachItem,
  portProtocols,
  requiredOneOf,
  validateRequired,
} from '../field-checks.js';
import { validateEnv, validateEnvFrom } from './env-validation.js';
import { type Volumes, validateDevices, validateMounts } from './mount-validation.js';
import { isSidecar } from './pod.js';
import { validateLifecycle, validateProbes } from './probe-validation.js';
import { validateContainerResources } from './resource-validation.js';
import { validateSecurity } from './security-validation.js';

/** The pod that containers are validated against. */
export interface Surroundings {
  readonly spec: PodSpec;
  readonly volumes: Volumes;
  /** Names of the pod's resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly features: FeatureGates;
}

export function validateContainers(around: Surroundings, path: FieldPath): FieldError[] {
  const { containers, terminationGracePeriodSeconds: grace, os } = around.spec;
  if (!containers?.length) return [path.required()];
  const duplicated = duplicates();
  const errors = eachItem(containers, path, (container, place) => {
    const own = containerErrors(container, place, around);
    own.push(...duplicated(container.name, place.child('name')));
    if (container.lifecycle) {
      own.push(...validateLifecycle(container.lifecycle, place.child('lifecycle'), { grace, system: os?.name }));
    }
    return [...own, ...validateProbes(container, place, grace), ...restartErrors(container, place, around.features)];
  });
  return [...errors, ...hostPortErrors(containers, path)];
}

const onlySidecars = 'may not be set for init containers without restartPolicy=Always';
const runningFields = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Validates init containers, including sidecars. */
export function validateInitContainers(around: Surroundings, path: FieldPath): FieldError[] {
  const { spec } = around;
  const names = new Set((spec.containers ?? []).map(({ name }) => name));
  return eachItem(spec.initContainers, path, (container, place) => {
    const { name } = container;
    const errors = [
      ...containerErrors(container, place, around),
      ...initRestartErrors(container, place, around.features),
    ];
    if (names.has(name)) errors.push(place.child('name').duplicate(name));
    else if (name) names.add(name);
    errors.push(...hostPortErrors([container], path));
    return [
      ...errors,
      ...(isSidecar(container) ? runningErrors(around, container, place) : doneErrors(container, place)),
    ];
  });
}

function runningErrors({ spec }: Surroundings, container: Container, path: FieldPath): FieldError[] {
  const { terminationGracePeriodSeconds: grace, os } = spec;
  const { lifecycle } = container;
  return [
    ...(lifecycle ? validateLifecycle(lifecycle, path.child('lifecycle'), { grace, system: os?.name }) : []),
    ...validateProbes(container, path, grace),
  ];
}

function doneErrors(container: Container, path: FieldPath): FieldError[] {
  return [
    ...runningFields.filter((field) => container[field]).map((field) => path.child(field).forbidden(onlySidecars)),
    ...eachItem(container.resizePolicy, path.child('resizePolicy'), ({ restartPolicy }, place) => {
      if (restartPolicy !== 'RestartContainer') return [];
      const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
      return [place.child('restartPolicy').invalid(restartPolicy, detail)];
    }),
  ];
}

const foreignFields = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;
const notEphemeral = 'cannot be set for an Ephemeral Container';

/** Validates ephemeral debug containers. */
export function validateEphemeralContainers(around: Surroundings, path: FieldPath): FieldError[] {
  const { spec } = around;
  const others = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
  const names = new Set(others);
  return eachItem(spec.ephemeralContainers, path, (container, place) => {
    const { name, targetContainerName: target, resources } = container;
    const errors = [...containerErrors(container, place, around), ...validateImageText(container, place)];
    if (names.has(name)) errors.push(place.child('name').duplicate(name));
    names.add(name);
    if (target && !others.has(target)) errors.push(place.child('targetContainerName').notFound(target));
    const hasResources = Object.keys(resources).length > 0;
    const foreign = foreignFields.filter((field) =>
      field === 'resources' ? hasResources : container[field] !== undefined,
    );
    return [
      ...errors,
      ...foreign.map((field) => place.child(field).forbidden(notEphemeral)),
      ...eachItem(container.volumeMounts, place.child('volumeMounts'), ({ subPath, subPathExpr }, at) => [
        ...(subPath ? [at.child('subPath').forbidden(notEphemeral)] : []),
        ...(subPathExpr ? [at.child('subPathExpr').forbidden(notEphemeral)] : []),
      ]),
    ];
  });
}

/** Checked in pods only, not in templates. */
export function validateImageText({ image = '' }: Container, path: FieldPath): FieldError[] {
  if (image.trim() === image) return [];
  return [path.child('image').invalid(image, 'must not have leading or trailing whitespace')];
}

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const messagePolicies = ['File', 'FallbackToLogsOnError'];

/** Rules for all types of containers. */
function containerErrors(container: Container, path: FieldPath, around: Surroundings): FieldError[] {
  const { spec, volumes, claims, features } = around;
  const { name, image, terminationMessagePolicy, imagePullPolicy, resources } = container;
  return [
    ...checkedRequired(name, checkDns1123Label, path.child('name')),
    ...validateRequired(image, path.child('image')),
    ...requiredOneOf(terminationMessagePolicy, messagePolicies, path.child('terminationMessagePolicy')),
    ...portErrors(container.ports, path.child('ports')),
    ...validateEnv(container.env, path.child('env'), { mayUseFiles: features.isEnabled('EnvFiles') }),
    ...validateEnvFrom(container.envFrom, path.child('envFrom')),
    ...validateMounts(container, path.child('volumeMounts'), volumes),
    ...validateDevices(container, path.child('volumeDevices'), volumes),
    ...requiredOneOf(imagePullPolicy, pullPolicies, path.child('imagePullPolicy')),
    ...validateContainerResources(resources, path.child('resources'), claims),
    ...resizeErrors(container, path.child('resizePolicy'), spec),
    ...validateSecurity(container.securityContext, path.child('securityContext'), {
      hostUsers: spec.hostUsers !== false,
    }),
  ];
}

function portErrors(ports: readonly ContainerPort[] | undefined, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return eachItem(ports, path, ({ name, containerPort, hostPort, protocol }, place) => {
    const errors = name ? place.child('name').check(name, checkPortName) : [];
    if (name && errors.length === 0 && names.has(name)) errors.push(place.child('name').duplicate(name));
    if (name) names.add(name);
    if (!containerPort) errors.push(place.child('containerPort').required());
    else errors.push(...place.child('containerPort').check(containerPort, checkPortNumber));
    if (hostPort) errors.push(...place.child('hostPort').check(hostPort, checkPortNumber));
    return [...errors, ...requiredOneOf(protocol, portProtocols, place.child('protocol'))];
  });
}

/** A host port can be used by one container only. */
function hostPortErrors(containers: readonly Container[], path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return eachItem(containers, path, ({ ports }, place) =>
    eachItem(ports, place.child('ports'), ({ protocol = '', hostIP = '', hostPort }, at) => {
      if (!hostPort) return [];
      // Unambiguous: the last part is a number; valid addresses and portProtocols contain no slash.
      const key = `${protocol}/${hostIP}/${hostPort}`;
      const isTaken = taken.has(key);
      taken.add(key);
      return isTaken ? [at.child('hostPort').duplicate(key)] : [];
    }),
  );
}

const resizableResources = ['cpu', 'memory'];
const resizeRestarts = ['NotRequired', 'RestartContainer'];

function resizeErrors({ resizePolicy }: Container, path: FieldPath, { restartPolicy }: PodSpec): FieldError[] {
  const seen = new Set<string>();
  return eachItem(resizePolicy, path, (policy, place) => {
    const errors = seen.has(policy.resourceName) ? [place.duplicate(policy.resourceName)] : [];
    seen.add(policy.resourceName);
    errors.push(...requiredOneOf(policy.resourceName, resizableResources, path));
    errors.push(...requiredOneOf(policy.restartPolicy, resizeRestarts, path));
    if (restartPolicy === 'Never' && policy.restartPolicy !== 'NotRequired') {
      const detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      errors.push(path.invalid(policy.restartPolicy, detail));
    }
    return errors;
  });
}

const restartPolicies = ['Always', 'Never', 'OnFailure'];
const exitCodeOperators = ['In', 'NotIn'];
const [maxRules, maxExitCodes] = [20, 255];

/** Without a restart policy, the rules of an init container are not validated. */
function initRestartErrors(container: Container, path: FieldPath, features: FeatureGates): FieldError[] {
  const { restartPolicy, restartPolicyRules = [] } = container;
  if (restartPolicy === 'Always' && !features.isEnabled('RestartAllContainersOnContainerExits')) {
    const detail = 'restartPolicyRules are not allowed for init containers with restart policy Always';
    return restartPolicyRules.length > 0 ? [path.child('restartPolicyRules').forbidden(detail)] : [];
  }
  const errors = restartErrors(container, path, features);
  return container.restartPolicy === undefined ? errors.slice(0, 1) : errors;
}

/** Validates container-level restart rules. */
function restartErrors(
  { restartPolicy, restartPolicyRules = [] }: Container,
  path: FieldPath,
  features: FeatureGates,
): FieldError[] {
  const mayRestartAll = features.isEnabled('RestartAllContainersOnContainerExits');
  const restartActions = ['Restart', ...(mayRestartAll ? ['RestartAllContainers'] : [])];
  const policyPath = path.child('restartPolicy');
  const rulesPath = path.child('restartPolicyRules');
  const errors: FieldError[] = [];
  if (restartPolicy === undefined) {
    if (restartPolicyRules.length === 0) return [];
    errors.push(policyPath.required('must specify restartPolicy when restart rules are used'));
  } else if (!restartPolicies.includes(restartPolicy)) {
    errors.push(policyPath.notSupported(restartPolicy, restartPolicies));
  }
  if (restartPolicyRules.length > maxRules) errors.push(rulesPath.tooMany(restartPolicyRules.length, maxRules));
  return [
    ...errors,
    ...eachItem(restartPolicyRules, rulesPath, ({ action = '', exitCodes }, place) => {
      const own = restartActions.includes(action) ? [] : [place.child('action').notSupported(action, restartActions)];
      if (!exitCodes) return [...own, place.child('exitCodes').required('must be specified')];
      const { operator = '', values = [] } = exitCodes;
      const codesPath = place.child('exitCodes');
      if (!exitCodeOperators.includes(operator)) {
        own.push(codesPath.child('operator').notSupported(operator, exitCodeOperators));
      }
      if (values.length > maxExitCodes) own.push(codesPath.child('values').tooMany(values.length, maxExitCodes));
      return own;
    }),
  ];
}
