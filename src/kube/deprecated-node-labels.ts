// Follows pkg/api/node/util.go (v1.36)

import type { LabelSelectorSpec } from '../apimachinery/selectors/index.js';
import type { FieldPath } from '../apimachinery/validation/index.js';

const messages: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

/** Returns the warning for a deprecated node label; undefined for others. */
export function deprecatedNodeLabelMessage(label: string): string | undefined {
  return Object.hasOwn(messages, label) ? messages[label] : undefined;
}

/** Warns of deprecated labels in a node selector. */
export function nodeSelectorWarnings(selector: LabelSelectorSpec, path: FieldPath): string[] {
  const expressions = (selector.matchExpressions ?? []).flatMap(({ key }, index) => {
    const message = deprecatedNodeLabelMessage(key);
    const place = path.child('matchExpressions').index(index).child('key');
    return message === undefined ? [] : [`${place}: ${key} is ${message}`];
  });
  const labels = Object.keys(selector.matchLabels ?? {}).flatMap((label) => {
    const message = deprecatedNodeLabelMessage(label);
    return message === undefined ? [] : [`${path.child('matchLabels').child(label)}: ${message}`];
  });
  return [...expressions, ...labels];
}
