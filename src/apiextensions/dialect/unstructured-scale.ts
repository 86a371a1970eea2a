// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/etcd.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import { jsonEqual, metadataOf } from '../../apimachinery/meta/index.js';
import { badRequest, errorWithoutReason } from '../../apimachinery/status/index.js';
import { kindText, notConverted, TypedDecoding } from '../../server/handlers/index.js';
import type { ApplyChecks, ScaleSubresource } from '../../server/registry/index.js';
import { unknownTarget } from './conversion.js';
import { registeredNowhere } from './scheme.js';

const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale' };

/** Upstream has one message for every error in the scale of a custom resource. */
const decoding = new TypedDecoding({
  kinds: registeredNowhere,
  refuse: () =>
    badRequest('no kind is registered for the type v1.Scale in scheme "pkg/apiserver/customresource_handler.go:781"'),
  completeType: () => undefined,
});

/** Upstream fails to convert the scale of a custom resource. */
const applyChecks: ApplyChecks = {
  /** It looks up the previous owner of the replicas if the live object has no managed fields. */
  checkLive(live) {
    if (metadataOf(live).managedFields) return;
    const problem = unknownTarget(scale.apiVersion);
    throw errorWithoutReason(
      `failed to create manager for existing fields: failed to convert live object (/; ${kindText(scale)}) to proper ` +
        `version: ${problem}`,
    );
  },
  checkApplied(config, { live, applied }) {
    if (jsonEqual(live['spec'] ?? null, applied['spec'] ?? null)) return;
    throw notConverted(config, unknownTarget(scale.apiVersion));
  },
};

/** How the scale of a custom resource differs from that of a typed one. The resource itself validates its replicas. */
export const unstructuredScale: Pick<
  ScaleSubresource,
  'applyChecks' | 'decoding' | 'unsetReplicas' | 'validateReplicas'
> = {
  applyChecks,
  decoding,
  unsetReplicas: 'no scale',
  validateReplicas: () => [],
};
