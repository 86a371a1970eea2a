// Follows pkg/controller/bootstrap/bootstrapsigner.go (v1.36)
import type { ConfigMap } from '../../api/core/v1.js';
import { type BootstrapToken, detachedSignature } from './bootstrap-token.js';

const signaturePrefix = 'jws-kubeconfig-';

/** Returns the data with one signature of its kubeconfig per token; undefined if nothing changes. */
export function signClusterInformation(
  { data = {} }: ConfigMap,
  tokens: readonly BootstrapToken[],
): Record<string, string> | undefined {
  const content = data['kubeconfig'];
  if (content === undefined) return undefined;
  const unsigned = Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix));
  const signatures = tokens.map((token) => [signaturePrefix + token.id, detachedSignature(content, token)] as const);
  const signed = Object.fromEntries([...unsigned, ...signatures]);
  const isSame =
    Object.keys(signed).length === Object.keys(data).length &&
    signatures.every(([key, signature]) => data[key] === signature);
  return isSame ? undefined : signed;
}
