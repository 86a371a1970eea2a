// Follows staging/src/k8s.io/apiserver/pkg/cel/environment/base.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/environment/environment.go (v1.36)

import type { CelLibrary } from './declarations.js';
import { CelEnvironment } from './environment.js';
import { authorizerLibrary, authorizerSelectorsLibrary } from './library/authorizer.js';
import { cidrLibrary } from './library/cidr.js';
import { ipLibrary } from './library/ip.js';
import { kubernetesListsLibrary } from './library/kubernetes-lists.js';
import { listsLibrary } from './library/lists.js';
import { namedFormatsLibrary } from './library/named-formats.js';
import { optionalsLibrary } from './library/optionals.js';
import { quantityLibrary } from './library/quantity.js';
import { regexLibrary } from './library/regex.js';
import { semverLibrary } from './library/semver.js';
import { setsLibrary } from './library/sets.js';
import { basicStringsLibrary, stringsLibrary } from './library/strings.js';
import { twoVariableComprehensionsLibrary } from './library/two-variable-comprehensions.js';
import { urlsLibrary } from './library/urls.js';

/** A library, and the Kubernetes minor versions from and before which expressions may use it. */
export interface VersionedLibrary {
  readonly library: CelLibrary;
  readonly introduced: number;
  readonly removed?: number;
}

/** The libraries that Kubernetes adds to the language. */
export const KUBERNETES_LIBRARIES: readonly VersionedLibrary[] = [
  { introduced: 0, library: urlsLibrary },
  { introduced: 0, library: regexLibrary },
  { introduced: 0, library: kubernetesListsLibrary },
  { introduced: 0, removed: 29, library: basicStringsLibrary },
  { introduced: 27, library: authorizerLibrary },
  { introduced: 28, library: optionalsLibrary },
  { introduced: 28, library: quantityLibrary },
  { introduced: 29, library: stringsLibrary },
  { introduced: 29, library: setsLibrary },
  { introduced: 30, library: ipLibrary },
  { introduced: 30, library: cidrLibrary },
  { introduced: 31, library: namedFormatsLibrary },
  { introduced: 31, library: authorizerSelectorsLibrary },
  { introduced: 32, library: twoVariableComprehensionsLibrary },
  { introduced: 33, library: semverLibrary },
  { introduced: 34, library: listsLibrary },
];

/** New expressions may use what this minor version supports, so that they still work after a rollback by one. */
export const COMPATIBILITY_VERSION = 35;

const environments = new Map<number, CelEnvironment>();

/** Returns the environment of a minor version, without variables: `extend` it. Each is created once. */
export function kubernetesEnvironment(minorVersion = COMPATIBILITY_VERSION): CelEnvironment {
  let environment = environments.get(minorVersion);
  if (!environment) {
    const libraries = KUBERNETES_LIBRARIES.filter((candidate) => isAvailable(candidate, minorVersion));
    environment = CelEnvironment.extend({
      libraries: libraries.map(({ library }) => library),
      strictLiterals: true,
    });
    environments.set(minorVersion, environment);
  }
  return environment;
}

/** For expressions that are already stored: includes the libraries of all versions. */
export function storedExpressionsEnvironment(): CelEnvironment {
  return kubernetesEnvironment(Number.POSITIVE_INFINITY);
}

function isAvailable({ introduced, removed }: VersionedLibrary, version: number): boolean {
  return introduced <= version && (removed === undefined || version < removed);
}
