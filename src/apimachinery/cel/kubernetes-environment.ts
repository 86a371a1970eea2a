import type { CelLibrary } from './declarations.js';
import { CelEnvironment } from './environment.js';
import { optionalsLibrary } from './library/optionals.js';
import { twoVariableComprehensionsLibrary } from './library/two-variable-comprehensions.js';

/** A library, and the minor versions of Kubernetes 1 from and before which expressions may use it. */
export interface VersionedLibrary {
  readonly library: CelLibrary;
  readonly introduced: number;
  readonly removed?: number;
}

/** What Kubernetes offers to expressions beyond the language itself. */
export const KUBERNETES_LIBRARIES: readonly VersionedLibrary[] = [
  { introduced: 28, library: optionalsLibrary },
  { introduced: 32, library: twoVariableComprehensionsLibrary },
];

/** New expressions may use what this minor version has, so that they still work after a rollback by one. */
export const COMPATIBILITY_VERSION = 35;

const environments = new Map<number, CelEnvironment>();

/** The environment of a minor version, without variables: `extend` it. Each is made once. */
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

/** For expressions that are stored already: whatever any version understands. */
export function storedExpressionsEnvironment(): CelEnvironment {
  return kubernetesEnvironment(Number.POSITIVE_INFINITY);
}

function isAvailable({ introduced, removed }: VersionedLibrary, version: number): boolean {
  return introduced <= version && (removed === undefined || version < removed);
}
