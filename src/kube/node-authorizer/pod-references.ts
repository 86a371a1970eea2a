import { annotationsOf, type JsonObject, type JsonValue, metadataOf } from '../../apimachinery/meta/index.js';
import { listIn, objectIn, textIn } from '../fields.js';

/** Resources that pods reference. */
export type NeededResource =
  | 'pods'
  | 'secrets'
  | 'configmaps'
  | 'serviceaccounts'
  | 'persistentvolumeclaims'
  | 'resourceclaims';

export interface Needed {
  readonly resource: NeededResource;
  readonly name: string;
}

/** Returns the objects in its namespace that a pod needs on its node, including itself. */
export function neededBy(pod: JsonObject): Needed[] {
  const itself: Needed = { resource: 'pods', name: metadataOf(pod).name ?? '' };
  // Mirror pods are created by the node itself, and must not grant it access.
  return 'kubernetes.io/config.mirror' in annotationsOf(pod) ? [itself] : [itself, ...namedBy(pod)];
}

/** Returns the objects in its namespace that a pod references. */
export function namedBy(pod: JsonObject): Needed[] {
  const name = metadataOf(pod).name ?? '';
  const spec = objectIn(pod['spec']);
  const named: Needed[] = [
    { resource: 'serviceaccounts', name: textIn(spec['serviceAccountName']) },
    ...objectsIn(spec['imagePullSecrets']).map((secret) => ({ resource: 'secrets', name: nameIn(secret) }) as const),
    ...['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) =>
      objectsIn(spec[field]).flatMap(ofContainer),
    ),
    ...objectsIn(spec['volumes']).flatMap((volume) => ofVolume(volume, name)),
    ...claimsOf(pod),
  ];
  return named.filter((one) => one.name !== '');
}

function ofContainer({ env, envFrom }: JsonObject): Needed[] {
  const variables = objectsIn(env).map(({ valueFrom }) => objectIn(valueFrom));
  const sources = objectsIn(envFrom);
  return [
    ...variables.map((from) => ({ resource: 'secrets', name: nameIn(from['secretKeyRef']) }) as const),
    ...variables.map((from) => ({ resource: 'configmaps', name: nameIn(from['configMapKeyRef']) }) as const),
    ...sources.map((from) => ({ resource: 'secrets', name: nameIn(from['secretRef']) }) as const),
    ...sources.map((from) => ({ resource: 'configmaps', name: nameIn(from['configMapRef']) }) as const),
  ];
}

function ofVolume(volume: JsonObject, pod: string): Needed[] {
  const { secret, configMap, persistentVolumeClaim, ephemeral, projected, azureFile, csi } = volume;
  const sources = objectsIn(objectIn(projected)['sources']);
  // All in-tree volume types use the same field for their secret.
  const drivers = Object.values(volume).map((source) => objectIn(source)['secretRef']);
  return [
    { resource: 'secrets', name: textIn(objectIn(secret)['secretName']) },
    { resource: 'secrets', name: textIn(objectIn(azureFile)['secretName']) },
    { resource: 'secrets', name: nameIn(objectIn(csi)['nodePublishSecretRef']) },
    { resource: 'configmaps', name: nameIn(configMap) },
    { resource: 'persistentvolumeclaims', name: textIn(objectIn(persistentVolumeClaim)['claimName']) },
    { resource: 'persistentvolumeclaims', name: ephemeral ? `${pod}-${textIn(volume['name'])}` : '' },
    ...sources.map((source) => ({ resource: 'secrets', name: nameIn(source['secret']) }) as const),
    ...sources.map((source) => ({ resource: 'configmaps', name: nameIn(source['configMap']) }) as const),
    ...drivers.map((ref) => ({ resource: 'secrets', name: nameIn(ref) }) as const),
  ];
}

function claimsOf({ spec, status }: JsonObject): Needed[] {
  const claims = [
    ...objectsIn(objectIn(spec)['resourceClaims']),
    ...objectsIn(objectIn(status)['resourceClaimStatuses']),
    objectIn(objectIn(status)['extendedResourceClaimStatus']),
  ];
  return claims.map((claim) => ({ resource: 'resourceclaims', name: textIn(claim['resourceClaimName']) }));
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return listIn(value).map(objectIn);
}

function nameIn(value: JsonValue | undefined): string {
  return textIn(objectIn(value)['name']);
}
