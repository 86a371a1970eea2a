// What feature gates change, one request or a few for each: the same cases run with the gates at their defaults, and changed.
import { claimPermissionCases } from './claim-permissions.mjs';
import { gatedChangeCases } from './gated-changes.mjs';
import { gatedObjectCases } from './gated-objects.mjs';
import { gatedPodCases } from './gated-pods.mjs';

const off = [
  'APIResponseCompression',
  'AllowParsingUserUIDFromCertAuth',
  'CRDObservedGenerationTracking',
  'ClearingNominatedNodeNameAfterBinding',
  'ConstrainedImpersonation',
  'ContainerRestartRules',
  'DRAConsumableCapacity',
  'DRADeviceBindingConditions',
  'DRADeviceTaints',
  'DRAExtendedResource',
  'DRAPartitionableDevices',
  'DRAPrioritizedList',
  'DRAResourceClaimDeviceStatus',
  'DRAResourceClaimGranularStatusAuthorization',
  'DeploymentReplicaSetTerminatingReplicas',
  'EnvFiles',
  'ExtendWebSocketsToKubelet',
  'HPAConfigurableTolerance',
  'HostnameOverride',
  'InPlacePodLevelResourcesVerticalScaling',
  'InPlacePodVerticalScalingInitContainers',
  'MatchLabelKeysInPodTopologySpread',
  'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'MutablePodResourcesForSuspendedJobs',
  'MutableSchedulingDirectivesForSuspendedJobs',
  'MutatingAdmissionPolicy',
  'NodeDeclaredFeatures',
  'OpenAPIEnums',
  'PodDeletionCost',
  'PodLevelResources',
  'PodTopologyLabelsAdmission',
  'PortForwardWebsockets',
  'RelaxedServiceNameValidation',
  'RemoteRequestHeaderUID',
  'ResourceHealthStatus',
  'ResourceHealthStatusMessage',
  'RestartAllContainersOnContainerExits',
  'ServiceAccountNodeAudienceRestriction',
  'ServiceCIDRStatusFieldWiping',
  'StorageVersionHash',
  'StrictIPCIDRValidation',
  'TokenRequestServiceAccountUIDValidation',
  'TranslateStreamCloseWebsocketRequests',
];
const on = [
  'AllowInsecureKubeletCertificateSigningRequests',
  'ContainerStopSignals',
  'CrossNamespaceVolumeDataSource',
  'HPAScaleToZero',
  'ImageVolumeWithDigest',
  'MaxUnavailableStatefulSet',
  'MutablePVNodeAffinity',
  'PodLogsQuerySplitStreams',
  'SELinuxMount',
  'TaintTolerationComparisonOperators',
  'VolumeLimitScaling',
];

/** The flag that changes all of them. */
export const changedGates = `--feature-gates=${[...off.map((name) => `${name}=false`), ...on.map((name) => `${name}=true`)].join()}`;

export const gatedCases = [...gatedObjectCases, ...gatedChangeCases, ...claimPermissionCases, ...gatedPodCases];
