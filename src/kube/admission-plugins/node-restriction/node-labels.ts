// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)
// Follows staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go (v1.36)

type Labels = Readonly<Record<string, string>>;

/** Kubernetes labels that nodes may set on themselves. */
const ownLabels = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);

/** Returns the changed labels that a node may not set on itself, because they affect scheduling; sorted. */
export function foreignLabels(labels: Labels, before: Labels): string[] {
  const names = new Set([...Object.keys(labels), ...Object.keys(before)]);
  return [...names].filter((name) => labels[name] !== before[name] && isForeign(name)).sort();
}

function isForeign(label: string): boolean {
  const slash = label.indexOf('/');
  const domain = slash < 0 ? '' : label.slice(0, slash);
  if (isIn(domain, 'node-restriction.kubernetes.io')) return true;
  if (!isIn(domain, 'kubernetes.io') && !isIn(domain, 'k8s.io')) return false;
  return !ownLabels.has(label) && !isIn(domain, 'kubelet.kubernetes.io') && !isIn(domain, 'node.kubernetes.io');
}

function isIn(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
