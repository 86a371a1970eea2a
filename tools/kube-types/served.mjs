// The packages whose kinds kube-apiserver 1.36 can serve, and their folders.
const groups = {
  core: ['v1'],
  admissionregistration: ['v1', 'v1beta1', 'v1alpha1'],
  apidiscovery: ['v2'],
  apps: ['v1'],
  authentication: ['v1'],
  authorization: ['v1'],
  autoscaling: ['v2', 'v1'],
  batch: ['v1'],
  certificates: ['v1', 'v1beta1', 'v1alpha1'],
  coordination: ['v1', 'v1beta1', 'v1alpha2'],
  discovery: ['v1'],
  events: ['v1'],
  flowcontrol: ['v1'],
  apiserverinternal: ['v1alpha1'],
  networking: ['v1', 'v1beta1'],
  node: ['v1'],
  policy: ['v1'],
  rbac: ['v1'],
  resource: ['v1', 'v1beta2', 'v1beta1', 'v1alpha3'],
  scheduling: ['v1', 'v1alpha2'],
  storage: ['v1', 'v1beta1'],
  storagemigration: ['v1beta1'],
  apiextensions: ['v1'],
  apiregistration: ['v1'],
};

export const served = [
  'meta/v1',
  ...Object.entries(groups).flatMap(([group, versions]) => versions.map((version) => `${group}/${version}`)),
];

/** The folder of a package below `k8s.io`. */
export function folderOf(name) {
  return placeOf(name).join('/');
}

/** The prefix of the names of its OpenAPI models. */
export function modelPrefixOf(name) {
  return `io.k8s.${placeOf(name).join('.').replaceAll('/', '.')}`;
}

/** The short name of an imported package; undefined if it is not one of Kubernetes'. */
export function packageOfImport(path) {
  if (path === 'k8s.io/apimachinery/pkg/api/resource') return 'resource';
  const match =
    /^k8s\.io\/(?:api|apimachinery\/pkg\/apis|apiextensions-apiserver\/pkg\/apis)\/(\w+\/\w+)$/.exec(path) ??
    /^k8s\.io\/apimachinery\/pkg\/(?:util\/)?(runtime|intstr|types)$/.exec(path);
  return match?.[1];
}

function placeOf(name) {
  const [group] = name.split('/');
  switch (group) {
    case 'meta':
      return ['apimachinery', 'pkg', 'apis', name];
    case 'resource':
      return name === group ? ['apimachinery', 'pkg', 'api', name] : ['api', name];
    case 'intstr':
      return ['apimachinery', 'pkg', 'util', name];
    case 'runtime':
    case 'types':
      return ['apimachinery', 'pkg', name];
    case 'apiextensions':
      return ['apiextensions-apiserver', 'pkg', 'apis', name];
    case 'apiregistration':
      return ['kube-aggregator', 'pkg', 'apis', name];
    default:
      return ['api', name];
  }
}
