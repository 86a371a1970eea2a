// Follows staging/src/k8s.io/apimachinery/pkg/runtime/scheme.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (v1.36)

import type { GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';

/** Returns the name under which the schema of a kind is published. */
type ModelName = (kind: GroupVersionKind) => string;

/** Models that the server has predefined. Looked up one by one, on demand. */
export interface KnownModels {
  nameOf(kind: GroupVersionKind): string | undefined;
  find(model: string): JsonSchema | undefined;
}

/** No predefined models, for servers of other kinds. */
export const noModels: KnownModels = { nameOf: () => undefined, find: () => undefined };

/** `Flunder` of `wardle.example.com/v1` becomes `com.example.wardle.v1.Flunder`, like custom resources upstream. */
export const reversedGroupName: ModelName = ({ group, version, kind }) => {
  const parts = group === '' ? [] : group.split('.').reverse();
  return [...parts, version, kind].join('.');
};

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** Models that any document may reference. */
export const models = {
  objectMeta: `${meta}.ObjectMeta`,
  listMeta: `${meta}.ListMeta`,
  shardInfo: `${meta}.ShardInfo`,
  ownerReference: `${meta}.OwnerReference`,
  managedFieldsEntry: `${meta}.ManagedFieldsEntry`,
  fieldsV1: `${meta}.FieldsV1`,
  time: `${meta}.Time`,
  microTime: `${meta}.MicroTime`,
  condition: `${meta}.Condition`,
  labelSelector: `${meta}.LabelSelector`,
  labelSelectorRequirement: `${meta}.LabelSelectorRequirement`,
  intOrString: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  status: `${meta}.Status`,
  statusDetails: `${meta}.StatusDetails`,
  statusCause: `${meta}.StatusCause`,
  deleteOptions: `${meta}.DeleteOptions`,
  preconditions: `${meta}.Preconditions`,
  patch: `${meta}.Patch`,
  watchEvent: `${meta}.WatchEvent`,
  rawExtension: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
  apiVersions: `${meta}.APIVersions`,
  apiGroup: `${meta}.APIGroup`,
  apiGroupList: `${meta}.APIGroupList`,
  apiResource: `${meta}.APIResource`,
  apiResourceList: `${meta}.APIResourceList`,
  groupVersionForDiscovery: `${meta}.GroupVersionForDiscovery`,
  serverAddressByClientCidr: `${meta}.ServerAddressByClientCIDR`,
  versionInfo: 'io.k8s.apimachinery.pkg.version.Info',
  scale: 'io.k8s.api.autoscaling.v1.Scale',
  scaleSpec: 'io.k8s.api.autoscaling.v1.ScaleSpec',
  scaleStatus: 'io.k8s.api.autoscaling.v1.ScaleStatus',
} as const;
