import {
  compareBytes,
  goJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../../apimachinery/meta/index.js';
import { VerbatimValue } from '../../apimachinery/validation/index.js';
import { type Expression, type FieldFacts, type Scalar, type StructFacts, typeFacts } from './facts.js';
import { isShownEmpty } from './given-empty.js';
import { flatten, inlinedStruct } from './inlined-fields.js';
import { lineDiff } from './line-diff.js';

/** A value with ordered members; strings are already JSON. */
type Tree = string | readonly Tree[] | ReadonlyMap<string, Tree>;

/**
 * Formats a value for messages as upstream prints its internal type: with Go field names and order, and without
 * omitting fields. `type` is the versioned type: `core/v1.Taint`, or `[core/v1.Taint` for a list.
 */
export function goValue(type: string, value: unknown): VerbatimValue {
  return new VerbatimValue(compact(treeOf(expressionOf(type), value as JsonValue | undefined)));
}

/** Returns a line diff of two values, as in messages about changes; of very large values, of their beginnings. */
export function goDifference(type: string, before: unknown, after: unknown): string {
  const lines = (value: unknown): string[] => {
    const beginning = value === undefined ? undefined : beginningOf(value as JsonValue, { left: maxCompared });
    return indented(treeOf(expressionOf(type), beginning), '').split('\n');
  };
  return lineDiff(lines(before), lines(after));
}

/** The values of which differences are shown: far more than fit into an error message. */
const maxCompared = 10_000;

function beginningOf(value: JsonValue, budget: { left: number }): JsonValue {
  budget.left--;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value) if (budget.left > 0) items.push(beginningOf(item, budget));
    return items;
  }
  const members: JsonObject = {};
  for (const key of Object.keys(value)) if (budget.left > 0) setOwn(members, key, beginningOf(value[key]!, budget));
  return members;
}

function expressionOf(type: string): Expression {
  return type.startsWith('[') ? { form: 'list', of: expressionOf(type.slice(1)) } : { form: 'name', name: type };
}

function treeOf(type: Expression, value: JsonValue | undefined): Tree {
  switch (type.form) {
    case 'scalar':
      return goJson(value ?? zeros[type.scalar]);
    case 'pointer':
      return value === undefined || value === null ? 'null' : treeOf(type.of, value);
    case 'list':
      return Array.isArray(value) ? value.map((item) => treeOf(type.of, item)) : 'null';
    case 'map':
      return isJsonObject(value) ? mapTree(type.of, value) : 'null';
    case 'name':
      return namedTree(type.name, value);
  }
}

const zeros: Readonly<Record<Scalar, JsonValue>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: null,
  any: null,
};

const specialZeros: Readonly<Record<string, JsonValue>> = { 'resource.Quantity': '0', 'intstr.IntOrString': 0 };

function mapTree(of: Expression, value: JsonObject): Tree {
  const keys = Object.keys(value).sort(compareBytes);
  return new Map(keys.map((key) => [key, treeOf(of, value[key])]));
}

function namedTree(name: string, value: JsonValue | undefined): Tree {
  const facts = typeFacts(name);
  switch (facts.form) {
    case 'special':
      return goJson(value ?? specialZeros[name] ?? null);
    case 'named':
      return treeOf(facts.type, value);
    case 'struct':
      return new Map(isShared(name) ? wireMembers(facts, value) : internalMembers(facts, value));
  }
}

/** Distinguishes a list or map that was omitted because it is empty from an absent one. */
function memberTree({ name, type }: FieldFacts, struct: JsonObject): Tree {
  if (!isShownEmpty(struct, name)) return treeOf(type, struct[name]);
  return treeOf(type, formOf(type) === 'list' ? [] : {});
}

function formOf(type: Expression): Expression['form'] {
  const facts = type.form === 'name' ? typeFacts(type.name) : undefined;
  return facts?.form === 'named' ? formOf(facts.type) : type.form;
}

type Members = [name: string, tree: Tree][];

/** Types without an internal form, and those whose validation is declarative: it is about the versioned form. */
function isShared(name: string): boolean {
  return name.startsWith('meta/v1.') || name.startsWith('scheduling/v1alpha2.');
}

function wireMembers(facts: StructFacts, value: JsonValue | undefined): Members {
  const struct = isJsonObject(value) ? value : {};
  return flatten(facts)
    .filter(({ name, omitEmpty, omitZero }) => struct[name] !== undefined || !(omitEmpty || omitZero))
    .map((field) => [field.name, memberTree(field, struct)]);
}

function internalMembers(facts: StructFacts, value: JsonValue | undefined): Members {
  const given = isJsonObject(value) ? value : {};
  const struct = facts.name === podSpec ? withHostFields(given) : given;
  return internalFields(facts).flatMap((field): Members => {
    if (field.name === '') return embeddedMembers(inlinedStruct(field), struct);
    if (field.name === 'metadata') return embeddedMembers(inlinedStruct(field), struct['metadata']);
    return [[goName(field.name, facts), memberTree(field, struct)]];
  });
}

function embeddedMembers(facts: StructFacts, value: JsonValue | undefined): Members {
  if (facts.name === 'meta/v1.TypeMeta') return [];
  return isShared(facts.name) ? wireMembers(facts, value) : internalMembers(facts, value);
}

const podSpec = 'core/v1.PodSpec';
const hostFields = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

/** Internally, the host namespace fields of a pod are part of its security context. */
function withHostFields(spec: JsonObject): JsonObject {
  const shared = hostFields.filter((field) => spec[field] !== undefined).map((field) => [field, spec[field]]);
  const context = isJsonObject(spec['securityContext']) ? spec['securityContext'] : undefined;
  return context ? { ...spec, securityContext: { ...context, ...Object.fromEntries(shared) } } : spec;
}

/** Field order of structs whose internal form differs. */
const internalOrders: Readonly<Record<string, string>> = {
  'admissionregistration/v1.ValidatingAdmissionPolicySpec':
    'paramKind matchConstraints validations matchConditions failurePolicy auditAnnotations variables',
  'autoscaling/v2.ContainerResourceMetricSource': 'name container target',
  'autoscaling/v2.ContainerResourceMetricStatus': 'name container current',
  'batch/v1.JobSpec':
    'parallelism completions podFailurePolicy successPolicy activeDeadlineSeconds backoffLimit backoffLimitPerIndex maxFailedIndexes selector manualSelector template ttlSecondsAfterFinished completionMode suspend podReplacementPolicy managedBy',
  'batch/v1.JobStatus':
    'conditions startTime completionTime active terminating ready succeeded failed completedIndexes failedIndexes uncountedTerminatedPods',
  'core/v1.NodeSpec': 'podCIDRs providerID unschedulable taints configSource externalID',
  'core/v1.ServiceSpec':
    'type ports selector clusterIP clusterIPs ipFamilies ipFamilyPolicy externalName externalIPs loadBalancerIP sessionAffinity sessionAffinityConfig loadBalancerSourceRanges externalTrafficPolicy healthCheckNodePort publishNotReadyAddresses allocateLoadBalancerNodePorts loadBalancerClass internalTrafficPolicy trafficDistribution',
  'core/v1.PodSpec':
    'volumes initContainers containers ephemeralContainers restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName automountServiceAccountToken nodeName securityContext imagePullSecrets hostname subdomain setHostnameAsFQDN affinity schedulerName tolerations hostAliases priorityClassName priority preemptionPolicy dnsConfig readinessGates runtimeClassName overhead enableServiceLinks topologySpreadConstraints os schedulingGates resourceClaims resources hostnameOverride schedulingGroup',
  'core/v1.PodSecurityContext':
    'hostNetwork hostPID hostIPC shareProcessNamespace hostUsers seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup fsGroupChangePolicy sysctls seccompProfile appArmorProfile seLinuxChangePolicy',
  'core/v1.VolumeSource':
    'hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs persistentVolumeClaim rbd quobyte flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image',
  'core/v1.PersistentVolumeSource':
    'gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi flexVolume cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi',
};

function internalFields(facts: StructFacts): readonly FieldFacts[] {
  const order = internalOrders[facts.name];
  if (order === undefined) return facts.fields;
  const lent = facts.name === 'core/v1.PodSecurityContext' ? (typeFacts(podSpec) as StructFacts).fields : [];
  const byName = new Map([...lent, ...facts.fields].map((field) => [field.name, field]));
  return order.split(' ').flatMap((name) => byName.get(name) ?? []);
}

const initialism =
  /^(api|aws|cel|csi|dns|fc|fs|gce|gid|gmsa|grpc|http|ip|iqn|iscsi|nfs|os|pd|qos|rbd|ssl|tcp|ttl|tty|uid)(?=[A-Z]|$)/;
const irregularNames: Readonly<Record<string, string>> = {
  caBundle: 'CABundle',
  cephfs: 'CephFS',
  chapAuthDiscovery: 'DiscoveryCHAPAuth',
  chapAuthSession: 'SessionCHAPAuth',
  cidr: 'CIDR',
  cidrs: 'CIDRs',
  diskURI: 'DataDiskURI',
  ips: 'IPs',
  jsonPatch: 'JSONPatch',
  pkixPublicKey: 'PKIXPublicKey',
  seLinuxChangePolicy: 'SELinuxChangePolicy',
  seLinuxMount: 'SELinuxMount',
  seLinuxOptions: 'SELinuxOptions',
  storageos: 'StorageOS',
  tls: 'TLS',
  url: 'URL',
  wwids: 'WWIDs',
};

/** Internal names that apply to the fields of one struct only, in any version. */
const attributeNames = {
  int: 'IntValue',
  bool: 'BoolValue',
  string: 'StringValue',
  version: 'VersionValue',
  ints: 'IntValues',
  bools: 'BoolValues',
  strings: 'StringValues',
  versions: 'VersionValues',
};
const cephNames = { monitors: 'CephMonitors', image: 'RBDImage', pool: 'RBDPool', user: 'RadosUser' };
const irregularFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ContainerStatus: { lastState: 'LastTerminationState' },
  DeviceAttribute: attributeNames,
  Event: { reportingComponent: 'ReportingController' },
  GlusterfsPersistentVolumeSource: { endpoints: 'EndpointsName' },
  GlusterfsVolumeSource: { endpoints: 'EndpointsName' },
  NodeSpec: { externalID: 'DoNotUseExternalID' },
  PhotonPersistentDiskVolumeSource: { pdID: 'PdID' },
  RBDPersistentVolumeSource: cephNames,
  RBDVolumeSource: cephNames,
};

function goName(name: string, { name: struct }: StructFacts): string {
  const irregular = irregularNames[name] ?? irregularFields[struct.slice(struct.lastIndexOf('.') + 1)]?.[name];
  if (irregular !== undefined) return irregular;
  return name
    .replace(initialism, (letters) => letters.toUpperCase())
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function compact(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if (isList(tree)) return `[${tree.map(compact).join(',')}]`;
  return `{${[...tree].map(([name, member]) => `${goJson(name)}:${compact(member)}`).join(',')}}`;
}

function indented(tree: Tree, margin: string): string {
  if (typeof tree === 'string') return tree;
  const inner = `${margin} `;
  const parts = isList(tree)
    ? tree.map((item) => indented(item, inner))
    : [...tree].map(([name, member]) => `${goJson(name)}: ${indented(member, inner)}`);
  const [open, close] = isList(tree) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}

function isList(tree: Exclude<Tree, string>): tree is readonly Tree[] {
  return Array.isArray(tree);
}
