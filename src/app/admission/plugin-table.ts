import { randomInt } from 'node:crypto';
import { sleep, systemClock } from '../../apimachinery/clock/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { ResolveService } from '../../client/webhook/index.js';
import {
  AlwaysDeny,
  AlwaysPullImages,
  CertificateApproval,
  CertificateSigning,
  CertificateSubjectRestriction,
  DefaultIngressClass,
  DefaultStorageClass,
  DefaultTolerationSeconds,
  DenyServiceExternalIPs,
  EventRateLimit,
  ExtendedResourceToleration,
  type KubeServer,
  LimitPodHardAntiAffinityTopology,
  LimitRanger,
  NamespaceAutoProvision,
  NamespaceExists,
  NamespaceLifecycle,
  NodeDeclaredFeatureValidator,
  NodeRestriction,
  OwnerReferencesPermissionEnforcement,
  PersistentVolumeClaimResize,
  PodNodeSelector,
  PodResizeValidator,
  PodSecurity,
  PodTolerationRestriction,
  PodTopologyLabels,
  Priority,
  ResourceQuota,
  RuntimeClass,
  readEventLimits,
  readLimitedResources,
  readNodeSelectors,
  readPodSecurityConfiguration,
  readTolerationRules,
  ServiceAccount,
  StorageObjectInUseProtection,
  TaintNodesByCondition,
} from '../../kube/index.js';
import type { AdmissionPlugin } from '../../server/admission/index.js';
import { MutatingAdmissionPolicy, ValidatingAdmissionPolicy } from '../../server/admission/policies/index.js';
import { MutatingWebhooks, ValidatingWebhooks } from '../../server/admission/webhooks/index.js';
import type { Authorizer } from '../../server/index.js';
import type { MetricsRegistry } from '../../server/metrics/index.js';
import type { AdmissionConfig } from '../config/index.js';
import { createImagePolicy } from './create-image-policy.js';
import { policyPluginOptions } from './policy-plugins.js';
import { webhookPluginOptions } from './webhook-plugins.js';

export interface PluginConfig extends AdmissionConfig {
  /** A plug-in's section of the configuration file, not validated; the plug-in does that. Undefined: there is none. */
  pluginConfiguration(name: string): JsonValue | undefined;
}

/** The dependencies of plug-ins. */
export interface PluginDependencies {
  readonly config: PluginConfig;
  /** Available from the first request on. */
  readonly kube: () => KubeServer;
  /** The loopback client; it may do everything. */
  readonly client: RestClient;
  /** Resolves the services of webhooks. */
  readonly resolveService: ResolveService;
  readonly authorizer: Authorizer;
  readonly metrics: MetricsRegistry;
  /** Aborted on shutdown; ends the watches of plug-ins. */
  readonly stopping: AbortSignal;
  /** Receives warnings to be logged. */
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

export interface PluginEntry {
  readonly name: string;
  /** Enabled by default; others must be enabled explicitly. */
  readonly isDefault: boolean;
  /** Throws if the plug-in's configuration is invalid. */
  readonly create: (parts: PluginDependencies) => AdmissionPlugin | Promise<AdmissionPlugin>;
}

/** A no-op: it admits everything, or belongs to a feature that is off in v1.36. */
function idle(name: string): AdmissionPlugin {
  return { name, handles: () => false };
}

/** All plug-ins in upstream's order, which is the order of their calls. */
export const pluginTable: readonly PluginEntry[] = [
  { name: 'AlwaysAdmit', isDefault: false, create: () => idle('AlwaysAdmit') },
  {
    name: 'NamespaceAutoProvision',
    isDefault: false,
    create: ({ kube, client }) =>
      new NamespaceAutoProvision({
        find: (name) => kube().findNamespace(name),
        create: (name) =>
          client.resource({ group: '', version: 'v1', resource: 'namespaces' }).create({ metadata: { name } }),
      }),
  },
  {
    name: 'NamespaceLifecycle',
    isDefault: true,
    create: ({ kube }) => new NamespaceLifecycle((name) => kube().findNamespace(name)),
  },
  {
    name: 'NamespaceExists',
    isDefault: false,
    create: ({ kube }) => new NamespaceExists((name) => kube().findNamespace(name)),
  },
  { name: 'LimitPodHardAntiAffinityTopology', isDefault: false, create: () => new LimitPodHardAntiAffinityTopology() },
  {
    name: 'LimitRanger',
    isDefault: true,
    create: ({ kube }) => new LimitRanger(() => kube().objects('', 'limitranges')),
  },
  {
    name: 'ServiceAccount',
    isDefault: true,
    create: ({ kube }) =>
      new ServiceAccount({
        find: (namespace, name) => kube().findServiceAccount(namespace, name),
        randomIndex: randomInt,
        wait: (milliseconds) => sleep(systemClock, milliseconds),
      }),
  },
  {
    name: 'NodeRestriction',
    isDefault: false,
    create: ({ kube, authorizer }) =>
      new NodeRestriction({ find: (place, ref) => kube().find(place, ref), authorizer }),
  },
  { name: 'TaintNodesByCondition', isDefault: true, create: () => new TaintNodesByCondition() },
  { name: 'AlwaysPullImages', isDefault: false, create: () => new AlwaysPullImages() },
  { name: 'ImagePolicyWebhook', isDefault: false, create: createImagePolicy },
  {
    name: 'PodSecurity',
    isDefault: true,
    create: ({ config, kube, metrics }) =>
      new PodSecurity({
        configuration: readPodSecurityConfiguration(config.pluginConfiguration('PodSecurity')),
        namespaces: () => kube().objects('', 'namespaces'),
        findNamespace: (name) => kube().findNamespace(name),
        podsIn: (namespace) => kube().podsIn(namespace),
        metrics,
        now: systemClock.monotonic,
      }),
  },
  {
    name: 'PodNodeSelector',
    isDefault: false,
    create: ({ config, kube }) =>
      new PodNodeSelector({
        selectors: readNodeSelectors(config.pluginConfiguration('PodNodeSelector')),
        namespaces: () => kube().objects('', 'namespaces'),
      }),
  },
  {
    name: 'Priority',
    isDefault: true,
    create: ({ kube }) => new Priority(() => kube().objects('scheduling.k8s.io', 'priorityclasses')),
  },
  {
    name: 'DefaultTolerationSeconds',
    isDefault: true,
    create: ({ config }) => new DefaultTolerationSeconds(config.tolerations),
  },
  {
    name: 'PodTolerationRestriction',
    isDefault: false,
    create: ({ config, kube }) =>
      new PodTolerationRestriction({
        rules: readTolerationRules(config.pluginConfiguration('PodTolerationRestriction')),
        namespaces: () => kube().objects('', 'namespaces'),
      }),
  },
  {
    name: 'EventRateLimit',
    isDefault: false,
    create: ({ config }) =>
      new EventRateLimit({
        limits: readEventLimits(config.pluginConfiguration('EventRateLimit')),
        now: systemClock.monotonic,
      }),
  },
  { name: 'ExtendedResourceToleration', isDefault: false, create: () => new ExtendedResourceToleration() },
  {
    name: 'DefaultStorageClass',
    isDefault: true,
    create: ({ kube }) => new DefaultStorageClass(() => kube().objects('storage.k8s.io', 'storageclasses')),
  },
  { name: 'StorageObjectInUseProtection', isDefault: true, create: () => new StorageObjectInUseProtection() },
  { name: 'PodGroupProtection', isDefault: true, create: () => idle('PodGroupProtection') },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    isDefault: false,
    create: ({ authorizer, client }) => new OwnerReferencesPermissionEnforcement({ authorizer, client }),
  },
  {
    name: 'PersistentVolumeClaimResize',
    isDefault: true,
    create: ({ kube }) => new PersistentVolumeClaimResize(() => kube().objects('storage.k8s.io', 'storageclasses')),
  },
  {
    name: 'RuntimeClass',
    isDefault: true,
    create: ({ kube }) => new RuntimeClass(() => kube().objects('node.k8s.io', 'runtimeclasses')),
  },
  { name: 'CertificateApproval', isDefault: true, create: ({ authorizer }) => new CertificateApproval(authorizer) },
  { name: 'CertificateSigning', isDefault: true, create: ({ authorizer }) => new CertificateSigning(authorizer) },
  { name: 'ClusterTrustBundleAttest', isDefault: true, create: () => idle('ClusterTrustBundleAttest') },
  { name: 'CertificateSubjectRestriction', isDefault: true, create: () => new CertificateSubjectRestriction() },
  {
    name: 'DefaultIngressClass',
    isDefault: true,
    create: ({ kube }) => new DefaultIngressClass(() => kube().objects('networking.k8s.io', 'ingressclasses')),
  },
  { name: 'DenyServiceExternalIPs', isDefault: false, create: () => new DenyServiceExternalIPs() },
  {
    name: 'PodTopologyLabels',
    isDefault: true,
    create: ({ kube }) => new PodTopologyLabels(() => kube().objects('', 'nodes')),
  },
  { name: 'PodGroupWorkloadExists', isDefault: true, create: () => idle('PodGroupWorkloadExists') },
  {
    name: 'NodeDeclaredFeatureValidator',
    isDefault: true,
    create: ({ kube }) => new NodeDeclaredFeatureValidator(() => kube().objects('', 'nodes')),
  },
  { name: 'JobValidation', isDefault: true, create: () => idle('JobValidation') },
  {
    name: 'PodResizeValidator',
    isDefault: true,
    create: ({ kube }) => new PodResizeValidator(() => kube().objects('', 'nodes')),
  },
  {
    name: 'MutatingAdmissionPolicy',
    isDefault: true,
    create: (parts) => new MutatingAdmissionPolicy(policyPluginOptions('mutating', parts)),
  },
  {
    name: 'MutatingAdmissionWebhook',
    isDefault: true,
    create: async (parts) => new MutatingWebhooks(await webhookPluginOptions('mutating', parts)),
  },
  {
    name: 'ValidatingAdmissionPolicy',
    isDefault: true,
    create: (parts) => new ValidatingAdmissionPolicy(policyPluginOptions('validating', parts)),
  },
  {
    name: 'ValidatingAdmissionWebhook',
    isDefault: true,
    create: async (parts) => new ValidatingWebhooks(await webhookPluginOptions('validating', parts)),
  },
  {
    name: 'ResourceQuota',
    isDefault: true,
    create: ({ config, kube, client }) =>
      new ResourceQuota({
        objects: (group, plural) => kube().objects(group, plural),
        client,
        limited: readLimitedResources(config.pluginConfiguration('ResourceQuota')),
        now: systemClock.now,
      }),
  },
  { name: 'AlwaysDeny', isDefault: false, create: () => new AlwaysDeny() },
];
