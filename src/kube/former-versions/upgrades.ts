// Follows pkg/apis/admissionregistration/v1beta1/defaults.go (v1.36)
// Follows pkg/apis/apps/v1beta1/defaults.go (v1.36)
// Follows pkg/apis/certificates/v1beta1/defaults.go (v1.36)
// Follows pkg/apis/extensions/v1beta1/defaults.go (v1.36)
// Follows pkg/apis/node/v1alpha1/conversion.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { moveBackends } from './ingress-backends.js';
import { budgetSelector, concurrencyShares, endpointTopology, zeroShares } from './renamed-fields.js';
import { alphaSubjects } from './role-subjects.js';

/** Converts an object, in place, except for its apiVersion, and sets the defaults that differ from today's. */
export type Upgrade = (object: JsonObject) => void;

const unlimited = 2_147_483_647;

/** What has changed in a kind since a version; kinds that are not listed differ in nothing but the version. */
export const upgrades: Readonly<Record<string, Readonly<Record<string, Upgrade>>>> = {
  'admissionregistration.k8s.io/v1beta1': {
    MutatingWebhookConfiguration: eachWebhook,
    ValidatingWebhookConfiguration: eachWebhook,
  },
  'admissionregistration.k8s.io/v1alpha1': { ValidatingAdmissionPolicyBinding: denyWithoutParams },
  'apps/v1beta1': {
    Deployment: all(labelsOfTemplate, rollbackAnnotation, inSpec({ revisionHistoryLimit: 2 })),
    StatefulSet: all(labelsOfTemplate, inSpec({ updateStrategy: { type: 'OnDelete' } })),
  },
  'certificates.k8s.io/v1beta1': {
    CertificateSigningRequest: all(
      // The signer of kubelets' certificates cannot occur: requests are deleted after a day at most.
      inSpec({ usages: ['digital signature', 'key encipherment'], signerName: 'kubernetes.io/legacy-unknown' }),
      ({ status }) => eachIn(status, 'conditions', (condition) => setUnset(condition, { status: 'True' })),
    ),
  },
  'discovery.k8s.io/v1beta1': { EndpointSlice: (slice) => eachIn(slice, 'endpoints', endpointTopology) },
  'extensions/v1beta1': {
    DaemonSet: all(labelsOfTemplate, generationAnnotation, inSpec({ updateStrategy: { type: 'OnDelete' } })),
    Deployment: all(
      labelsOfTemplate,
      rollbackAnnotation,
      rollingByOne,
      inSpec({ progressDeadlineSeconds: unlimited, revisionHistoryLimit: unlimited }),
    ),
    Ingress: moveBackends,
    NetworkPolicy: policyTypes,
    ReplicaSet: labelsOfTemplate,
  },
  'flowcontrol.apiserver.k8s.io/v1beta1': { PriorityLevelConfiguration: concurrencyShares },
  'flowcontrol.apiserver.k8s.io/v1beta2': { PriorityLevelConfiguration: concurrencyShares },
  'flowcontrol.apiserver.k8s.io/v1beta3': { PriorityLevelConfiguration: zeroShares },
  'networking.k8s.io/v1beta1': { Ingress: moveBackends },
  'node.k8s.io/v1alpha1': { RuntimeClass: liftSpec },
  'policy/v1beta1': { PodDisruptionBudget: budgetSelector },
  'rbac.authorization.k8s.io/v1alpha1': { ClusterRoleBinding: alphaSubjects, RoleBinding: alphaSubjects },
};

function all(...steps: readonly Upgrade[]): Upgrade {
  return (object) => {
    for (const step of steps) step(object);
  };
}

function inSpec(defaults: JsonObject): Upgrade {
  return ({ spec }) => {
    if (isJsonObject(spec)) setUnset(spec, defaults);
  };
}

/** Sets fields that are absent, null or empty strings. */
function setUnset(object: JsonObject, defaults: JsonObject): void {
  for (const [name, value] of Object.entries(defaults)) {
    const current = object[name];
    if (isJsonObject(value) && isJsonObject(current)) setUnset(current, value);
    else if (current === undefined || current === null || current === '') object[name] = structuredClone(value);
  }
}

function eachIn(parent: JsonValue | undefined, name: string, run: (item: JsonObject) => void): void {
  const items = isJsonObject(parent) ? parent[name] : undefined;
  if (Array.isArray(items)) for (const item of items) if (isJsonObject(item)) run(item);
}

function eachWebhook(configuration: JsonObject): void {
  eachIn(configuration, 'webhooks', (webhook) => {
    setUnset(webhook, { failurePolicy: 'Ignore', matchPolicy: 'Exact', sideEffects: 'Unknown', timeoutSeconds: 30 });
    const { admissionReviewVersions: versions } = webhook;
    if (!Array.isArray(versions) || versions.length === 0) webhook['admissionReviewVersions'] = ['v1beta1'];
  });
}

function denyWithoutParams({ spec }: JsonObject): void {
  if (isJsonObject(spec) && isJsonObject(spec['paramRef']))
    setUnset(spec['paramRef'], { parameterNotFoundAction: 'Deny' });
}

function policyTypes({ spec }: JsonObject): void {
  if (!isJsonObject(spec)) return;
  const { egress, policyTypes: types } = spec;
  if (!Array.isArray(types) || types.length === 0) {
    spec['policyTypes'] = Array.isArray(egress) && egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  }
}

/** The labels of the pods are those of the workload, and its selector, unless it has others. */
function labelsOfTemplate(workload: JsonObject): void {
  const { metadata, spec } = workload;
  if (!isJsonObject(metadata) || !isJsonObject(spec)) return;
  const template = spec['template'];
  const labels = isJsonObject(template) && isJsonObject(template['metadata']) && template['metadata']['labels'];
  if (!isJsonObject(labels)) return;
  spec['selector'] ??= { matchLabels: { ...labels } };
  if (Object.keys((metadata['labels'] as JsonObject | undefined) ?? {}).length === 0)
    metadata['labels'] = { ...labels };
}

function rollingByOne({ spec }: JsonObject): void {
  const strategy = isJsonObject(spec) ? spec['strategy'] : undefined;
  if (!isJsonObject(strategy)) return;
  setUnset(strategy, { type: 'RollingUpdate' });
  if (strategy['type'] !== 'RollingUpdate' && !isJsonObject(strategy['rollingUpdate'])) return;
  setUnset(strategy, { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } });
}

/** Fields without a place in v1 are annotations there. */
function rollbackAnnotation({ metadata, spec }: JsonObject): void {
  const target = isJsonObject(spec) ? spec['rollbackTo'] : undefined;
  if (isJsonObject(target)) annotate(metadata, 'deprecated.deployment.rollback.to', target['revision'] ?? 0);
  else if (isJsonObject(metadata) && isJsonObject(metadata['annotations'])) {
    delete metadata['annotations']['deprecated.deployment.rollback.to'];
  }
}

function generationAnnotation({ metadata, spec }: JsonObject): void {
  const generation = isJsonObject(spec) ? spec['templateGeneration'] : undefined;
  annotate(metadata, 'deprecated.daemonset.template.generation', generation ?? 0);
}

function annotate(metadata: JsonValue | undefined, name: string, value: JsonValue): void {
  if (!isJsonObject(metadata)) return;
  metadata['annotations'] = { ...(metadata['annotations'] as JsonObject | undefined), [name]: String(value) };
}

function liftSpec(object: JsonObject): void {
  const { spec } = object;
  if (!isJsonObject(spec)) return;
  const { runtimeHandler, ...rest } = spec;
  Object.assign(object, { ...rest, handler: runtimeHandler ?? '' });
  delete object['spec'];
}
