// Follows staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/semver.go (v1.36)

import type { Steps } from '../../event-loop/index.js';
import {
  type CelLibrary,
  defineFunction,
  type FunctionDeclaration,
  inSteps,
  member,
  overload,
} from '../declarations.js';
import { CelFailure } from '../failure.js';
import { CelReference } from '../reference.js';
import { type CelType, opaqueOf } from '../types.js';
import { BOOL, INT, intOf, STRING } from '../values.js';
import { reading } from './costs.js';
import { SemanticVersion, VersionError } from './semantic-version.js';

/** The type of semantic versions. */
export const SEMVER_TYPE: CelType<CelSemver> = opaqueOf<CelSemver>('kubernetes.Semver');

/** A semantic version, as `semver()` returns it. */
export class CelSemver extends CelReference {
  readonly version: SemanticVersion;

  constructor(version: SemanticVersion) {
    super();
    this.version = version;
  }

  get type(): CelType {
    return SEMVER_TYPE;
  }

  override equals(other: unknown): boolean {
    return other instanceof CelSemver && this.version.compare(other.version) === 0;
  }
}

function* parseSemver(text: string, normalize: boolean): Steps<CelSemver> {
  try {
    const version = yield* normalize ? SemanticVersion.parsingNormalized(text) : SemanticVersion.parsing(text);
    return new CelSemver(version);
  } catch (thrown) {
    if (thrown instanceof VersionError) throw new CelFailure(thrown.message);
    throw thrown;
  }
}

function* isSemver(text: string, normalize: boolean): Steps<boolean> {
  try {
    yield* parseSemver(text, normalize);
    return true;
  } catch (thrown) {
    if (thrown instanceof CelFailure) return false;
    throw thrown;
  }
}

function numberOf(name: 'major' | 'minor' | 'patch'): FunctionDeclaration {
  return defineFunction(
    name,
    member({
      id: `semver_${name}`,
      parameters: [SEMVER_TYPE],
      result: INT,
      // As upstream: values that do not fit wrap around to negative.
      evaluate: ({ version }) => intOf(BigInt.asIntN(64, version[name])),
    }),
  );
}

/** Semantic versions; with `true` as second argument also `v1.2` and similar. */
export const semverLibrary: CelLibrary = {
  name: 'kubernetes.Semver',
  functions: () => [
    defineFunction(
      'semver',
      overload({
        id: 'string_to_semver',
        parameters: [STRING],
        result: SEMVER_TYPE,
        ...inSteps((text: string) => parseSemver(text, false)),
        ...reading,
      }),
      overload({
        id: 'string_bool_to_semver',
        parameters: [STRING, BOOL],
        result: SEMVER_TYPE,
        ...inSteps(parseSemver),
        ...reading,
      }),
    ),
    defineFunction(
      'isSemver',
      overload({
        id: 'is_semver_string',
        parameters: [STRING],
        result: BOOL,
        ...inSteps((text: string) => isSemver(text, false)),
        ...reading,
      }),
      overload({
        id: 'is_semver_string_bool',
        parameters: [STRING, BOOL],
        result: BOOL,
        ...inSteps(isSemver),
        ...reading,
      }),
    ),
    numberOf('major'),
    numberOf('minor'),
    numberOf('patch'),
    defineFunction(
      'isGreaterThan',
      member({
        id: 'semver_is_greater_than',
        parameters: [SEMVER_TYPE, SEMVER_TYPE],
        result: BOOL,
        evaluate: (a, b) => a.version.compare(b.version) > 0,
      }),
    ),
    defineFunction(
      'isLessThan',
      member({
        id: 'semver_is_less_than',
        parameters: [SEMVER_TYPE, SEMVER_TYPE],
        result: BOOL,
        evaluate: (a, b) => a.version.compare(b.version) < 0,
      }),
    ),
    defineFunction(
      'compareTo',
      member({
        id: 'semver_compare_to',
        parameters: [SEMVER_TYPE, SEMVER_TYPE],
        result: INT,
        evaluate: (a, b) => a.version.compare(b.version),
      }),
    ),
  ],
};
