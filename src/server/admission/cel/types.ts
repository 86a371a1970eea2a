// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (v1.36)

import {
  BOOL,
  type CelType,
  DYN,
  INT,
  listOf,
  mapOf,
  ObjectType,
  STRING,
  TIMESTAMP,
} from '../../../apimachinery/cel/index.js';

function objectType(name: string, fields: Readonly<Record<string, CelType>>): ObjectType {
  return new ObjectType(`kubernetes.${name}`, new Map(Object.entries(fields)));
}

const strings = listOf(STRING);
const kind = objectType('GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const resource = objectType('GroupVersionResource', { group: STRING, version: STRING, resource: STRING });

/** The variable `request`: an AdmissionRequest without its uid and its objects, which are separate variables. */
export const REQUEST_TYPE = objectType('AdmissionRequest', {
  kind,
  resource,
  subResource: STRING,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: objectType('UserInfo', { username: STRING, uid: STRING, groups: strings, extra: mapOf(STRING, strings) }),
  dryRun: BOOL,
  options: DYN,
});

/**
 * The variable `namespaceObject`. Declared as in Kubernetes, oddities included: the value is JSON, in which times are
 * strings and the field is called `uid`, not `UID`.
 */
export const NAMESPACE_TYPE = objectType('Namespace', {
  metadata: objectType('NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: mapOf(STRING, STRING),
    annotations: mapOf(STRING, STRING),
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: strings,
  }),
  spec: objectType('NamespaceSpec', { finalizers: strings }),
  status: objectType('NamespaceStatus', {
    conditions: listOf(
      objectType('NamespaceCondition', {
        status: STRING,
        type: STRING,
        lastTransitionTime: TIMESTAMP,
        message: STRING,
        reason: STRING,
      }),
    ),
    phase: STRING,
  }),
});
