// Follows pkg/api/pod/warnings.go (v1.36)

import type {
  Affinity,
  Container,
  NodeSelectorTerm,
  PodSpec,
  PodTemplateSpec,
  ResourceList,
  Volume,
} from '../../api/core/v1.js';
import { checkLabelValue, type FieldPath, ipWarnings, Quantity } from '../../apimachinery/validation/index.js';
import { deprecatedNodeLabelMessage } from '../deprecated-node-labels.js';
import { appArmorPrefix, seccompContainerPrefix, seccompPodAnnotation } from './annotation-validation.js';
import { claimSpecWarnings } from './claim-spec-warnings.js';
import { overlapWarnings } from './overlap-warnings.js';
import { type PlacedContainer, placedContainers } from './pod.js';
import { portWarnings } from './port-warnings.js';

const deprecatedAnnotations: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

/** By volume field; with the name in upstream's message where it differs. */
const deprecatedVolumes: readonly (readonly [field: keyof Volume, message: string, shown?: string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

const nullSelector = 'a null labelSelector results in matching no pod';
const useSeccompField = 'non-functional in v1.27+; use the "seccompProfile" field instead';

/** More than clients ever receive. */
const maxWarnings = 500;

/**
 * Returns warnings for accepted but probably unintended values. `path`: path of the template, or the root for a pod.
 */
export function podWarnings(
  { metadata, spec }: PodTemplateSpec,
  path: FieldPath,
  { isPod }: { isPod: boolean },
): string[] {
  const specPath = path.child('spec');
  const placed = placedContainers(spec, specPath);
  const annotations = metadata?.annotations ?? {};
  const annotationsPath = path.child('metadata', 'annotations');
  return [
    ...schedulingWarnings(spec, specPath),
    ...Object.entries(deprecatedAnnotations)
      .filter(([key]) => annotations[key] !== undefined)
      .map(([key, message]) => `${annotationsPath.key(key)}: ${message}`),
    ...(spec.volumes ?? []).flatMap((volume, index) => volumeWarnings(volume, specPath.child('volumes').index(index))),
    ...overlapWarnings(spec.volumes ?? []),
    ...nameWarnings(spec, specPath),
    ...fractionWarnings(spec.overhead, specPath.child('overhead')),
    ...profileWarnings({ annotations, spec, placed, path: annotationsPath, isPod }),
    ...placed.flatMap(containerWarnings),
    ...portWarnings(placed),
    ...graceWarnings(spec, specPath),
    ...affinityWarnings(spec.affinity, specPath.child('affinity')),
    ...addressWarnings(spec, specPath),
  ].slice(0, maxWarnings);
}

function schedulingWarnings(spec: PodSpec, path: FieldPath): string[] {
  const { nodeSelector = {}, affinity, topologySpreadConstraints = [] } = spec;
  const { nodeAffinity } = affinity ?? {};
  const affinityPath = path.child('affinity', 'nodeAffinity');
  const needed = affinityPath.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms');
  const preferred = affinityPath.child('preferredDuringSchedulingIgnoredDuringExecution');
  const neededTerms = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferredTerms = nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...Object.keys(nodeSelector).flatMap((key) => labelWarnings(key, `${path.child('nodeSelector').key(key)}: `)),
    ...neededTerms.flatMap((term, index) =>
      nodeSelectorTermWarnings(term, needed.index(index), { checksValues: false }),
    ),
    ...preferredTerms.flatMap(({ preference }, index) =>
      nodeSelectorTermWarnings(preference, preferred.index(index).child('preference'), { checksValues: true }),
    ),
    ...topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, index) => {
      const place = path.child('topologySpreadConstraints').index(index);
      const warnings = labelWarnings(topologyKey, `${place.child('topologyKey')}: ${topologyKey} is `);
      return labelSelector ? warnings : [...warnings, `${place.child('labelSelector')}: ${nullSelector}`];
    }),
  ];
}

function labelWarnings(key: string, prefix: string): string[] {
  const message = deprecatedNodeLabelMessage(key);
  return message === undefined ? [] : [prefix + message];
}

export function nodeSelectorTermWarnings(
  { matchExpressions = [] }: NodeSelectorTerm,
  path: FieldPath,
  { checksValues }: { checksValues: boolean },
): string[] {
  return matchExpressions.flatMap(({ key, values = [] }, index) => {
    const place = path.child('matchExpressions').index(index);
    const warnings = labelWarnings(key, `${place.child('key')}: ${key} is `);
    if (!checksValues) return warnings;
    const invalid = values.flatMap((value, at) =>
      checkLabelValue(value).map((problem) => `${place.child('values').index(at)}: ${value} is invalid, ${problem}`),
    );
    return [...warnings, ...invalid];
  });
}

function volumeWarnings(volume: Volume, path: FieldPath): string[] {
  const claimSpec = volume.ephemeral?.volumeClaimTemplate?.spec;
  return [
    ...(claimSpec ? claimSpecWarnings(claimSpec, path.child('ephemeral', 'volumeClaimTemplate', 'spec')) : []),
    ...deprecatedVolumes
      .filter(([field]) => volume[field] !== undefined)
      .map(([field, message, shown = field]) => `${path.child(shown)}: ${message}`),
  ];
}

function nameWarnings({ hostAliases = [], imagePullSecrets = [] }: PodSpec, path: FieldPath): string[] {
  const secretsPath = path.child('imagePullSecrets');
  const secrets = imagePullSecrets.map(({ name = '' }) => name);
  return [
    ...repeated(hostAliases.map(({ ip }) => ip)).map(
      ([ip, index]) => `${path.child('hostAliases').index(index).child('ip')}: duplicate ip ${JSON.stringify(ip)}`,
    ),
    ...repeated(secrets).map(
      ([name, index]) => `${secretsPath.index(index).child('name')}: duplicate name ${JSON.stringify(name)}`,
    ),
    ...secrets.flatMap((name, index) =>
      name === '' ? [`${secretsPath.index(index).child('name')}: invalid empty name ""`] : [],
    ),
  ];
}

function repeated(values: readonly string[]): [value: string, index: number][] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [[value, index] as [string, number]];
    seen.add(value);
    return [];
  });
}

const byteResources = ['memory', 'ephemeral-storage'];

/** Warns of fractional byte values. */
function fractionWarnings(list: ResourceList | undefined, path: FieldPath): string[] {
  return byteResources.flatMap((name) => {
    const text = list?.[name];
    if (text === undefined || Quantity.parse(text).milliValue() % 1000n === 0n) return [];
    return [`${path.key(name)}: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
  });
}

interface ProfileContext {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  readonly placed: readonly PlacedContainer[];
  readonly path: FieldPath;
  readonly isPod: boolean;
}

/**
 * Warns of annotations that fields have replaced. AppArmor annotations of pods are converted to fields, with a warning
 * at that point.
 */
function profileWarnings({ annotations, spec, placed, path, isPod }: ProfileContext): string[] {
  const { seccompProfile, appArmorProfile } = spec.securityContext ?? {};
  const warnings: string[] = [];
  if (!seccompProfile && annotations[seccompPodAnnotation] !== undefined) {
    warnings.push(`${path.key(seccompPodAnnotation)}: ${useSeccompField}`);
  }
  for (const { container } of placed) {
    const { name, securityContext: own } = container;
    if (!own?.seccompProfile && annotations[seccompContainerPrefix + name] !== undefined) {
      warnings.push(`${path.key(seccompContainerPrefix + name)}: ${useSeccompField}`);
    }
    const key = appArmorPrefix + name;
    if (!isPod && !own?.appArmorProfile && !appArmorProfile && annotations[key] !== undefined) {
      warnings.push(`${path.key(key)}: deprecated since v1.30; use the "appArmorProfile" field instead`);
    }
  }
  return warnings;
}

function containerWarnings({ container, path }: PlacedContainer): string[] {
  const { limits, requests } = container.resources ?? {};
  const resources = path.child('resources');
  return [
    ...byteResources.flatMap((name) => [
      ...fractionWarnings(pick(limits, name), resources.child('limits')),
      ...fractionWarnings(pick(requests, name), resources.child('requests')),
    ]),
    ...envWarnings(container, path.child('env')),
  ];
}

function pick(list: ResourceList | undefined, name: string): ResourceList | undefined {
  return list?.[name] === undefined ? undefined : { [name]: list[name] };
}

/** Redefining a variable in terms of itself is fine; otherwise, the later definition hides the earlier one. */
function envWarnings({ env = [] }: Container, path: FieldPath): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name, value = '', valueFrom }, index) => {
    const isAgain = seen.has(name);
    seen.add(name);
    const reference = `$(${name})`;
    if (!isAgain || (!valueFrom && value !== reference && value.includes(reference))) return [];
    const hidden = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
    return [`${path.index(index)}: ${hidden}`];
  });
}

function graceWarnings({ terminationGracePeriodSeconds: seconds = 0 }: PodSpec, path: FieldPath): string[] {
  if (seconds >= 0) return [];
  const problem = 'must be >= 0; negative values are invalid and will be treated as 1';
  return [`${path.child('terminationGracePeriodSeconds')}: ${problem}`];
}

function affinityWarnings(affinity: Affinity | undefined, path: FieldPath): string[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => {
    const needed = affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferred = affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const place = path.child(kind);
    const neededPath = place.child('requiredDuringSchedulingIgnoredDuringExecution');
    const preferredPath = place.child('preferredDuringSchedulingIgnoredDuringExecution');
    return [
      ...needed.flatMap(({ labelSelector }, index) =>
        labelSelector ? [] : [`${neededPath.index(index).child('labelSelector')}: ${nullSelector}`],
      ),
      ...preferred.flatMap(({ podAffinityTerm }, index) =>
        podAffinityTerm.labelSelector
          ? []
          : [`${preferredPath.index(index).child('podAffinityTerm', 'labelSelector')}: ${nullSelector}`],
      ),
    ];
  });
}

function addressWarnings({ dnsConfig, hostAliases = [] }: PodSpec, path: FieldPath): string[] {
  const servers = path.child('dnsConfig', 'nameservers');
  return [
    ...(dnsConfig?.nameservers ?? []).flatMap((server, index) => ipWarnings(server, servers.index(index))),
    ...hostAliases.flatMap(({ ip }, index) => ipWarnings(ip, path.child('hostAliases').index(index).child('ip'))),
  ];
}
