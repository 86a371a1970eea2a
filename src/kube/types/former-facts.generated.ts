// Made by tools/generate-kube-types.mjs of the Go types of Kubernetes 1.36: not to be changed by hand.
// The form is described in facts.ts.

/** The facts of each package of a version that is only stored, one type to a line. */
export const formerFacts: Readonly<Record<string, string>> = {
  'apps/v1beta1': `apps -
ControllerRevision@apps/v1
Deployment:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeploymentSpec 2 o|status apps/v1.DeploymentStatus 3 o
DeploymentSpec:replicas *i 1 o|selector *meta/v1.LabelSelector 2 o|template core/v1.PodTemplateSpec 3|strategy apps/v1.DeploymentStrategy 4 o|minReadySeconds i 5 o|revisionHistoryLimit *i 6 o|paused b 7 o|rollbackTo *RollbackConfig 8 o|progressDeadlineSeconds *i 9 o
RollbackConfig:revision l 1 o
StatefulSet:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec StatefulSetSpec 2 o|status StatefulSetStatus 3 o
StatefulSetSpec:replicas *i 1 o|selector *meta/v1.LabelSelector 2 o|template core/v1.PodTemplateSpec 3|volumeClaimTemplates [core/v1.PersistentVolumeClaim 4 o|serviceName s 5|podManagementPolicy apps/v1.PodManagementPolicyType 6 o|updateStrategy apps/v1.StatefulSetUpdateStrategy 7 o|revisionHistoryLimit *i 8 o|minReadySeconds i 9 o|persistentVolumeClaimRetentionPolicy *apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy 10 o|ordinals *apps/v1.StatefulSetOrdinals 11 o
StatefulSetStatus:observedGeneration *l 1 o|replicas i 2|readyReplicas i 3 o|currentReplicas i 4 o|updatedReplicas i 5 o|currentRevision s 6 o|updateRevision s 7 o|collisionCount *i 9 o|conditions [apps/v1.StatefulSetCondition 10 o|availableReplicas i 11
`,
  'apps/v1beta2': `apps -
ControllerRevision@apps/v1
DaemonSet@apps/v1
Deployment@apps/v1
ReplicaSet@apps/v1
StatefulSet@apps/v1
`,
  'batch/v1beta1': `batch -
CronJob:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec CronJobSpec 2 o|status batch/v1.CronJobStatus 3 o
CronJobSpec:schedule s 1|timeZone *s 8 o|startingDeadlineSeconds *l 2 o|concurrencyPolicy batch/v1.ConcurrencyPolicy 3 o|suspend *b 4 o|jobTemplate JobTemplateSpec 5|successfulJobsHistoryLimit *i 6 o|failedJobsHistoryLimit *i 7 o
JobTemplateSpec:metadata meta/v1.ObjectMeta 1 o|spec batch/v1.JobSpec 2 o
`,
  'discovery/v1beta1': `discovery.k8s.io -
Endpoint:addresses [s 1|conditions discovery/v1.EndpointConditions 2 o|hostname *s 3 o|targetRef *core/v1.ObjectReference 4 o|topology {s 5 o|nodeName *s 6 o|hints *discovery/v1.EndpointHints 7 o
EndpointSlice:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|addressType discovery/v1.AddressType 4|endpoints [Endpoint 2|ports [discovery/v1.EndpointPort 3
`,
  'events/v1beta1': `events.k8s.io -
Event@events/v1
`,
  'extensions/v1beta1': `extensions -
DaemonSet:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DaemonSetSpec 2 o|status apps/v1.DaemonSetStatus 3 o
DaemonSetSpec:selector *meta/v1.LabelSelector 1 o|template core/v1.PodTemplateSpec 2|updateStrategy apps/v1.DaemonSetUpdateStrategy 3 o|minReadySeconds i 4 o|templateGeneration l 5 o|revisionHistoryLimit *i 6 o
Deployment:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec DeploymentSpec 2 o|status apps/v1.DeploymentStatus 3 o
DeploymentSpec:replicas *i 1 o|selector *meta/v1.LabelSelector 2 o|template core/v1.PodTemplateSpec 3|strategy apps/v1.DeploymentStrategy 4 o|minReadySeconds i 5 o|revisionHistoryLimit *i 6 o|paused b 7 o|rollbackTo *RollbackConfig 8 o|progressDeadlineSeconds *i 9 o
Ingress@networking/v1beta1
NetworkPolicy@networking/v1
ReplicaSet:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec ReplicaSetSpec 2 o|status apps/v1.ReplicaSetStatus 3 o
ReplicaSetSpec:replicas *i 1 o|minReadySeconds i 4 o|selector *meta/v1.LabelSelector 2 o|template core/v1.PodTemplateSpec 3 o
RollbackConfig:revision l 1 o
`,
  'flowcontrol/v1beta1': `flowcontrol.apiserver.k8s.io -
FlowSchema@flowcontrol/v1
LimitedPriorityLevelConfiguration:assuredConcurrencyShares i 1|limitResponse flowcontrol/v1.LimitResponse 2 o|lendablePercent *i 3 o|borrowingLimitPercent *i 4 o
PriorityLevelConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PriorityLevelConfigurationSpec 2 o|status flowcontrol/v1.PriorityLevelConfigurationStatus 3 o
PriorityLevelConfigurationSpec:type flowcontrol/v1.PriorityLevelEnablement 1|limited *LimitedPriorityLevelConfiguration 2 o|exempt *flowcontrol/v1.ExemptPriorityLevelConfiguration 3 o
`,
  'flowcontrol/v1beta2': `flowcontrol.apiserver.k8s.io -
FlowSchema@flowcontrol/v1
LimitedPriorityLevelConfiguration:assuredConcurrencyShares i 1|limitResponse flowcontrol/v1.LimitResponse 2 o|lendablePercent *i 3 o|borrowingLimitPercent *i 4 o
PriorityLevelConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PriorityLevelConfigurationSpec 2 o|status flowcontrol/v1.PriorityLevelConfigurationStatus 3 o
PriorityLevelConfigurationSpec:type flowcontrol/v1.PriorityLevelEnablement 1|limited *LimitedPriorityLevelConfiguration 2 o|exempt *flowcontrol/v1.ExemptPriorityLevelConfiguration 3 o
`,
  'flowcontrol/v1beta3': `flowcontrol.apiserver.k8s.io -
FlowSchema@flowcontrol/v1
LimitedPriorityLevelConfiguration:nominalConcurrencyShares i 1|limitResponse flowcontrol/v1.LimitResponse 2 o|lendablePercent *i 3 o|borrowingLimitPercent *i 4 o
PriorityLevelConfiguration:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec PriorityLevelConfigurationSpec 2 o|status flowcontrol/v1.PriorityLevelConfigurationStatus 3 o
PriorityLevelConfigurationSpec:type flowcontrol/v1.PriorityLevelEnablement 1|limited *LimitedPriorityLevelConfiguration 2 o|exempt *flowcontrol/v1.ExemptPriorityLevelConfiguration 3 o
`,
  'node/v1alpha1': `node.k8s.io -
RuntimeClass:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|spec RuntimeClassSpec 2
RuntimeClassSpec:runtimeHandler s 1|overhead *node/v1.Overhead 2 o|scheduling *node/v1.Scheduling 3 o
`,
  'node/v1beta1': `node.k8s.io -
RuntimeClass@node/v1
`,
  'policy/v1beta1': `policy -
PodDisruptionBudget@policy/v1
`,
  'rbac/v1alpha1': `rbac.authorization.k8s.io -
ClusterRole:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|rules [PolicyRule 2|aggregationRule *rbac/v1.AggregationRule 3 o
ClusterRoleBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|subjects [Subject 2 o|roleRef rbac/v1.RoleRef 3
PolicyRule:verbs [s 1|apiGroups [s 3 o|resources [s 4 o|resourceNames [s 5 o|nonResourceURLs [s 6 o
Role:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|rules [PolicyRule 2
RoleBinding:. meta/v1.TypeMeta 0|metadata meta/v1.ObjectMeta 1 o|subjects [Subject 2 o|roleRef rbac/v1.RoleRef 3
Subject:kind s 1|apiVersion s 2 o|name s 3|namespace s 4 o
`,
  'rbac/v1beta1': `rbac.authorization.k8s.io -
ClusterRole@rbac/v1
ClusterRoleBinding@rbac/v1
Role@rbac/v1
RoleBinding@rbac/v1
`,
  'scheduling/v1beta1': `scheduling.k8s.io -
PriorityClass@scheduling/v1
`,
  'storage/v1alpha1': `storage.k8s.io -
CSIStorageCapacity@storage/v1
VolumeAttachment@storage/v1
VolumeAttributesClass@storage/v1
`,
};
