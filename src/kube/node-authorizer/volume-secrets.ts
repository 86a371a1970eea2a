import { compositeKey, type JsonObject, type JsonValue, metadataOf } from '../../apimachinery/meta/index.js';
import type { ObjectRef, StoreReader } from '../../server/registry/index.js';
import { objectIn, textIn } from '../fields.js';

/** Secrets of persistent volumes: nodes with access to the claim of a volume need them for mounting. */
export class VolumeSecrets implements StoreReader {
  /** Claims by secret and volume. */
  readonly #claims = new Map<string, Map<string, ObjectRef>>();
  readonly #secretsOfVolume = new Map<string, readonly string[]>();

  put(volume: JsonObject): void {
    const { name = '' } = metadataOf(volume);
    this.remove({ namespace: '', name });
    const claim = refIn(objectIn(volume['spec'])['claimRef']);
    if (claim.name === '') return;
    const secrets = secretsOf(objectIn(volume['spec']), claim.namespace).map(keyOf);
    for (const secret of secrets) {
      const claims = this.#claims.get(secret) ?? new Map<string, ObjectRef>();
      this.#claims.set(secret, claims.set(name, claim));
    }
    this.#secretsOfVolume.set(name, secrets);
  }

  remove({ name }: ObjectRef): void {
    for (const secret of this.#secretsOfVolume.get(name) ?? []) {
      const claims = this.#claims.get(secret);
      claims?.delete(name);
      if (claims?.size === 0) this.#claims.delete(secret);
    }
    this.#secretsOfVolume.delete(name);
  }

  clear(): void {
    this.#claims.clear();
    this.#secretsOfVolume.clear();
  }

  /** Returns the claims whose volumes reference a secret. */
  claimsOf(secret: ObjectRef): readonly ObjectRef[] {
    const claims = this.#claims.get(keyOf(secret));
    return claims ? [...claims.values()] : [];
  }
}

/**
 * The namespace of secrets of in-tree volume types defaults to that of the claim. Includes only secrets that nodes use.
 */
function secretsOf(spec: JsonObject, claimNamespace: string): ObjectRef[] {
  const { azureFile, csi } = spec;
  const { nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef } = objectIn(csi);
  const { secretName, secretNamespace } = objectIn(azureFile);
  const drivers = Object.values(spec).map((source) => refIn(objectIn(source)['secretRef']));
  const secrets = [
    ...[nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef].map(refIn),
    { namespace: textIn(secretNamespace), name: textIn(secretName) },
    ...drivers,
  ];
  return secrets
    .filter(({ name }) => name !== '')
    .map(({ namespace, name }) => ({ namespace: namespace || claimNamespace, name }));
}

function refIn(value: JsonValue | undefined): ObjectRef {
  const { namespace, name } = objectIn(value);
  return { namespace: textIn(namespace), name: textIn(name) };
}

function keyOf({ namespace, name }: ObjectRef): string {
  return compositeKey(namespace, name);
}
