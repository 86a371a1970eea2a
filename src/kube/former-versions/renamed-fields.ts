// Follows pkg/apis/discovery/v1beta1/conversion.go (v1.36)
// Follows pkg/apis/flowcontrol/v1beta1/conversion.go (v1.36)
// Follows pkg/apis/flowcontrol/v1beta3/conversion.go (v1.36)
// Follows pkg/apis/policy/v1beta1/conversion.go (v1.36)

import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';

const zoneLabel = 'topology.kubernetes.io/zone';
const hostLabel = 'kubernetes.io/hostname';

/** `topology` has become `zone` and `nodeName`; what else was in it is kept. In place. */
export function endpointTopology(endpoint: JsonObject): void {
  const { topology, nodeName } = endpoint;
  delete endpoint['topology'];
  if (!isJsonObject(topology)) return;
  const { [zoneLabel]: zone, ...others } = topology;
  if (zone !== undefined) endpoint['zone'] = zone;
  if (typeof nodeName === 'string' && others[hostLabel] === nodeName) delete others[hostLabel];
  if (Object.keys(others).length > 0) endpoint['deprecatedTopology'] = others;
}

const defaultShares = 30;

/** `assuredConcurrencyShares` has become `nominalConcurrencyShares`; 0 meant the default. In place. */
export function concurrencyShares({ spec }: JsonObject): void {
  const limited = isJsonObject(spec) ? spec['limited'] : undefined;
  if (!isJsonObject(limited)) return;
  limited['nominalConcurrencyShares'] = limited['assuredConcurrencyShares'] || defaultShares;
  delete limited['assuredConcurrencyShares'];
}

const keepsZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** 0 shares meant the default, except with an annotation, which is not needed any more. In place. */
export function zeroShares({ metadata, spec }: JsonObject): void {
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined;
  const isKept = isJsonObject(annotations) && Object.hasOwn(annotations, keepsZero);
  if (isKept) delete annotations[keepsZero];
  const limited = isJsonObject(spec) ? spec['limited'] : undefined;
  if (isJsonObject(limited) && !isKept) limited['nominalConcurrencyShares'] ||= defaultShares;
}

const emptyMatch = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

/** An empty selector matched no pods: today it matches all of them. In place. */
export function budgetSelector({ spec }: JsonObject): void {
  if (!isJsonObject(spec) || !isJsonObject(spec['selector'])) return;
  const { matchLabels, matchExpressions } = spec['selector'];
  const expressions = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonObject) : [];
  const hasLabels = isJsonObject(matchLabels) && Object.keys(matchLabels).length > 0;
  if (!hasLabels && expressions.length === 0) {
    spec['selector'] = { matchExpressions: [{ key: emptyMatch, operator: 'Exists' }] };
    return;
  }
  const others = expressions.filter(({ key }) => key !== emptyMatch);
  if (others.length === expressions.length) return;
  spec['selector'] = {
    ...(hasLabels && { matchLabels }),
    ...(others.length > 0 && { matchExpressions: others }),
  };
}
