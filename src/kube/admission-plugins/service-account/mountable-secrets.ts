// Follows plugin/pkg/admission/serviceaccount/admission.go (v1.36)

import type { ServiceAccount } from '../../../api/core/v1.js';
import type { Container, PodSpec } from '../../pod-spec/index.js';

/** Returns why a pod may not reference its secrets, if its account restricts them. */
export function secretProblem(account: ServiceAccount, spec: PodSpec, which: 'all' | 'ephemeral'): string | undefined {
  const { name = '' } = account.metadata;
  const allowed = namesIn(account.secrets);
  const foreign = `is not allowed because service account ${name} does not reference that secret`;
  const ephemeral = containerProblem(spec.ephemeralContainers, 'ephemeral container', { allowed, foreign });
  if (which === 'ephemeral') return ephemeral;
  const volume = spec.volumes?.find(({ secret }) => secret && !allowed.has(secret.secretName ?? ''));
  if (volume) return `volume with secret.secretName="${volume.secret?.secretName ?? ''}" ${foreign}`;
  return (
    containerProblem(spec.initContainers, 'init container', { allowed, foreign }) ??
    containerProblem(spec.containers, 'container', { allowed, foreign }) ??
    pullProblem(account, spec)
  );
}

function containerProblem(
  containers: readonly Container[] | null | undefined,
  what: string,
  { allowed, foreign }: { allowed: ReadonlySet<string>; foreign: string },
): string | undefined {
  for (const { name, env = [], envFrom = [] } of containers ?? []) {
    for (const { name: variable, valueFrom } of env) {
      const secret = valueFrom?.secretKeyRef && (valueFrom.secretKeyRef.name ?? '');
      if (secret === undefined || allowed.has(secret)) continue;
      return `${what} ${name} with envVar ${variable} referencing secret.secretName="${secret}" ${foreign}`;
    }
    for (const { secretRef } of envFrom) {
      const secret = secretRef && (secretRef.name ?? '');
      if (secret === undefined || allowed.has(secret)) continue;
      return `${what} ${name} with envFrom referencing secret.secretName="${secret}" ${foreign}`;
    }
  }
  return undefined;
}

function pullProblem(account: ServiceAccount, { imagePullSecrets = [] }: PodSpec): string | undefined {
  const allowed = namesIn(account.imagePullSecrets);
  const index = imagePullSecrets.findIndex(({ name = '' }) => !allowed.has(name));
  if (index < 0) return undefined;
  const { name = '' } = imagePullSecrets[index] ?? {};
  const reason = `service account ${account.metadata.name} does not reference that imagePullSecret`;
  return `imagePullSecrets[${index}].name="${name}" is not allowed because ${reason}`;
}

function namesIn(references: readonly { readonly name?: string }[] = []): ReadonlySet<string> {
  return new Set(references.map(({ name = '' }) => name));
}
