import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { FieldPath, IntOrString } from '../../apimachinery/validation/index.js';

/** Canonical quantities by resource name. */
export type ResourceList = Record<string, string>;

export interface ResourceRequirements {
  limits?: ResourceList;
  requests?: ResourceList;
  claims?: { name: string; request?: string }[];
}

export interface ContainerPort {
  name?: string;
  containerPort: number;
  hostPort?: number;
  hostIP?: string;
  protocol?: string;
}

export interface FieldReference {
  apiVersion?: string;
  fieldPath: string;
}

export interface ResourceReference {
  containerName?: string;
  resource: string;
  divisor?: string;
}

export interface KeyReference {
  name?: string;
  key: string;
}

export interface FileKeyReference {
  volumeName: string;
  path: string;
  key: string;
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    fieldRef?: FieldReference;
    resourceFieldRef?: ResourceReference;
    configMapKeyRef?: KeyReference;
    secretKeyRef?: KeyReference;
    fileKeyRef?: FileKeyReference;
  };
}

export interface EnvFrom {
  prefix?: string;
  configMapRef?: { name?: string };
  secretRef?: { name?: string };
}

export interface VolumeMount {
  name: string;
  mountPath: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
  mountPropagation?: string;
}

export interface VolumeDevice {
  name: string;
  devicePath: string;
}

export interface HttpGet {
  host?: string;
  path?: string;
  port: IntOrString;
  scheme?: string;
  httpHeaders?: { name: string; value: string }[];
}

/** Action of a probe or lifecycle hook. */
export interface Handler {
  exec?: { command?: string[] };
  httpGet?: HttpGet;
  tcpSocket?: { host?: string; port: IntOrString };
  grpc?: { port: number; service?: string };
  sleep?: { seconds: number };
}

export interface Probe extends Handler {
  initialDelaySeconds?: number;
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  terminationGracePeriodSeconds?: number;
}

export interface Lifecycle {
  postStart?: Handler;
  preStop?: Handler;
  stopSignal?: string;
}

export interface Profile {
  type?: string;
  localhostProfile?: string;
}

export interface WindowsOptions {
  gmsaCredentialSpecName?: string;
  gmsaCredentialSpec?: string;
  runAsUserName?: string;
  hostProcess?: boolean;
}

export interface SecurityContext {
  privileged?: boolean;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  procMount?: string;
  allowPrivilegeEscalation?: boolean;
  readOnlyRootFilesystem?: boolean;
  capabilities?: { add?: string[]; drop?: string[] };
  seLinuxOptions?: JsonObject;
  seccompProfile?: Profile;
  appArmorProfile?: Profile;
  windowsOptions?: WindowsOptions;
}

export interface PodSecurityContext {
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  fsGroup?: number;
  fsGroupChangePolicy?: string;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: string;
  seLinuxChangePolicy?: string;
  seLinuxOptions?: JsonObject;
  sysctls?: { name: string; value: string }[];
  seccompProfile?: Profile;
  appArmorProfile?: Profile;
  windowsOptions?: WindowsOptions;
}

export interface RestartRule {
  action?: string;
  exitCodes?: { operator?: string; values?: number[] };
}

export interface Container {
  name: string;
  image?: string;
  imagePullPolicy?: string;
  restartPolicy?: string;
  restartPolicyRules?: RestartRule[];
  ports?: ContainerPort[];
  env?: EnvVar[];
  envFrom?: EnvFrom[];
  volumeMounts?: VolumeMount[];
  volumeDevices?: VolumeDevice[];
  resources?: ResourceRequirements;
  resizePolicy?: { resourceName: string; restartPolicy: string }[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: Lifecycle;
  securityContext?: SecurityContext;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  /** Ephemeral containers only. */
  targetContainerName?: string;
}

export interface KeyToPath {
  key: string;
  path: string;
  mode?: number;
}

export interface DownwardFile {
  path: string;
  fieldRef?: FieldReference;
  resourceFieldRef?: ResourceReference;
  mode?: number;
}

export interface ProjectedSource {
  secret?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  configMap?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  downwardAPI?: { items?: DownwardFile[] };
  serviceAccountToken?: { audience?: string; expirationSeconds?: number; path: string };
  clusterTrustBundle?: { name?: string; signerName?: string; labelSelector?: LabelSelectorSpec; path: string };
  podCertificate?: JsonObject;
}

/** A name, and one more field with the source. */
export interface Volume {
  name: string;
  emptyDir?: { medium?: string; sizeLimit?: string };
  hostPath?: { path: string; type?: string };
  secret?: { secretName?: string; items?: KeyToPath[]; defaultMode?: number };
  configMap?: { name?: string; items?: KeyToPath[]; defaultMode?: number };
  downwardAPI?: { items?: DownwardFile[]; defaultMode?: number };
  projected?: { sources?: ProjectedSource[] | null; defaultMode?: number };
  persistentVolumeClaim?: { claimName: string; readOnly?: boolean };
  ephemeral?: { volumeClaimTemplate?: { metadata?: JsonObject; spec: JsonObject } };
  image?: { reference?: string; pullPolicy?: string };
  csi?: { driver: string; nodePublishSecretRef?: { name?: string } };
  [source: string]: unknown;
}

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface NodeSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms: NodeSelectorTerm[] | null };
  preferredDuringSchedulingIgnoredDuringExecution?: { weight: number; preference: NodeSelectorTerm }[];
}

export interface PodAffinityTerm {
  labelSelector?: LabelSelectorSpec;
  namespaceSelector?: LabelSelectorSpec;
  namespaces?: string[];
  topologyKey: string;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
}

export interface PodAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: { weight: number; podAffinityTerm: PodAffinityTerm }[];
}

export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface TopologySpreadConstraint {
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: string;
  labelSelector?: LabelSelectorSpec;
  minDomains?: number;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  matchLabelKeys?: string[];
}

export interface PodResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface DnsConfig {
  nameservers?: string[];
  searches?: string[];
  options?: { name?: string; value?: string }[];
}

/** Spec of a pod. Objects are decoded into this shape before it is used. */
export interface PodSpec {
  containers: Container[] | null;
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  volumes?: Volume[];
  restartPolicy?: string;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  dnsPolicy?: string;
  dnsConfig?: DnsConfig;
  nodeName?: string;
  nodeSelector?: Record<string, string>;
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  hostUsers?: boolean;
  shareProcessNamespace?: boolean;
  securityContext?: PodSecurityContext;
  imagePullSecrets?: { name?: string }[];
  hostname?: string;
  hostnameOverride?: string;
  subdomain?: string;
  setHostnameAsFQDN?: boolean;
  affinity?: Affinity;
  schedulerName?: string;
  schedulingGates?: { name: string }[];
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  hostAliases?: { ip: string; hostnames?: string[] }[];
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: string;
  readinessGates?: { conditionType: string }[];
  runtimeClassName?: string;
  enableServiceLinks?: boolean;
  overhead?: ResourceList;
  os?: { name: string };
  resourceClaims?: PodResourceClaim[];
  resources?: ResourceRequirements;
}

export interface PodTemplate {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: PodSpec;
}

/** A container with its field path. */
export interface PlacedContainer {
  readonly container: Container;
  readonly path: FieldPath;
}

export function podSpecOf(pod: JsonObject): PodSpec {
  return (pod['spec'] ?? {}) as unknown as PodSpec;
}

/** All containers of a pod, in upstream's order. */
export function placedContainers(spec: PodSpec, path: FieldPath): PlacedContainer[] {
  const { initContainers, containers, ephemeralContainers } = spec;
  return Object.entries({ initContainers, containers, ephemeralContainers }).flatMap(([field, list]) =>
    (list ?? []).map((container, index) => ({ container, path: path.child(field).index(index) })),
  );
}

/** A restartable init container. */
export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}
