// Follows plugin/pkg/auth/authorizer/node/graph.go (v1.36)

import type { PersistentVolume, PersistentVolumeSpec, SecretReference } from '../../api/core/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { ObjectRef, StoreHandler } from '../../server/registry/index.js';

/** Secrets of persistent volumes: nodes with access to the claim of a volume need them for mounting. */
export class VolumeSecrets implements StoreHandler<PersistentVolume> {
  /** Claims by secret and volume. */
  readonly #claims = new Map<string, Map<string, ObjectRef>>();
  readonly #secretsOfVolume = new Map<string, readonly string[]>();

  put({ metadata, spec = {} }: PersistentVolume): void {
    const { name = '' } = metadata;
    this.remove({ namespace: '', name });
    const claim = { namespace: spec.claimRef?.namespace ?? '', name: spec.claimRef?.name ?? '' };
    if (claim.name === '') return;
    const secrets = secretsOf(spec, claim.namespace).map(keyOf);
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
function secretsOf(spec: PersistentVolumeSpec, claimNamespace: string): ObjectRef[] {
  const { azureFile, csi, cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos } = spec;
  const secrets: (SecretReference | null | undefined)[] = [
    ...[csi?.nodePublishSecretRef, csi?.nodeStageSecretRef, csi?.nodeExpandSecretRef],
    azureFile && { name: azureFile.secretName, namespace: azureFile.secretNamespace ?? '' },
    ...[cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos].map((source) => source?.secretRef),
  ];
  return secrets.flatMap((secret) =>
    secret?.name ? [{ namespace: secret.namespace || claimNamespace, name: secret.name }] : [],
  );
}

function keyOf({ namespace, name }: ObjectRef): string {
  return compositeKey(namespace, name);
}
