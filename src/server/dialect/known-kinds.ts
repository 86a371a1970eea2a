// Follows staging/src/k8s.io/apimachinery/pkg/conversion/converter.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/runtime/scheme.go (v1.36)

import {
  formatGroupVersion,
  type GroupKind,
  type GroupVersion,
  optionKinds,
  parseGroupVersion,
  unversionedKinds,
} from '../../apimachinery/meta/index.js';
import { unregisteredKind } from './decoding-errors.js';

/** The kinds that a server has types for: distinguishes a kind sent to the wrong endpoint from an unknown kind. */
export interface KnownKinds {
  /** Name of the scheme in error messages. Upstream names a scheme after the source line that creates it. */
  readonly schemeName?: string;
  /**
   * Go name of the internal type of a kind, such as `apps.Deployment`; undefined: the server does not know the kind.
   */
  internalTypeOf(apiVersion: string, kind: string): string | undefined;
  /** Go package of a group's internal types, if it is not named after the group. */
  packageOf?(group: string): string | undefined;
}

/** Used for a server that declares no kinds. */
export const noKnownKinds: KnownKinds = {
  internalTypeOf: () => undefined,
};

/** Returns the Go name of the internal type of a kind. */
export function internalType({ group, kind }: GroupKind, kinds: Pick<KnownKinds, 'packageOf'> = noKnownKinds): string {
  return `${kinds.packageOf?.(group) ?? (group.split('.', 1)[0] || 'core')}.${kind}`;
}

export function isUnversioned(kind: string): boolean {
  return unversionedKinds.has(kind);
}

/** Error text for an object of another kind than the internal type `wanted`. */
export function otherKindProblem(kinds: KnownKinds, sent: GroupVersion & { kind: string }, wanted: string): string {
  const type = versionedType(kinds, sent);
  if (type !== undefined) return `converting (${type}) to (${wanted}): unknown conversion`;
  return unregisteredKind(sent.kind, sent, kinds.schemeName);
}

function versionedType(
  kinds: KnownKinds,
  { group, version, kind }: GroupVersion & { kind: string },
): string | undefined {
  const apiVersion = formatGroupVersion({ group, version });
  const isOfVersion =
    (optionKinds.has(kind) || kind === 'WatchEvent') &&
    (apiVersion === 'v1' || kinds.internalTypeOf(apiVersion, '') !== undefined);
  if (isUnversioned(kind) || isOfVersion) return `v1.${kind}`;
  return kinds.internalTypeOf(apiVersion, kind) === undefined ? undefined : `${version}.${kind}`;
}

/** The kinds of a single group that has the same kinds in all its versions. */
export function kindsOfGroup(
  schemeName: string,
  { group, versions, kinds }: { group: string; versions: readonly string[]; kinds: readonly string[] },
): KnownKinds {
  return {
    schemeName,
    internalTypeOf(apiVersion, kind) {
      const sent = parseGroupVersion(apiVersion);
      if (sent.group !== group || !versions.includes(sent.version)) return undefined;
      return kind === '' || kinds.includes(kind) ? internalType({ group, kind }) : undefined;
    },
  };
}
