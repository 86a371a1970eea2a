import {
  formatGroupVersion,
  type GroupVersion,
  optionKinds,
  parseGroupVersion,
  unversionedKinds,
} from '../../apimachinery/meta/index.js';
import { builtInScheme, unregisteredKind } from '../registry/index.js';

/** The kinds that a server has types for: tells a kind sent to the wrong endpoint from an unknown kind. */
export interface KnownKinds {
  /** Upstream names a scheme after the source line that creates it. */
  readonly schemeName: string;
  /**
   * Go name of the internal type of a kind, such as `apps.Deployment`; undefined: the server does not know the kind.
   */
  internalTypeOf(apiVersion: string, kind: string): string | undefined;
}

/** Used for a server that declares no kinds. */
export const noKnownKinds: KnownKinds = {
  schemeName: builtInScheme,
  internalTypeOf: () => undefined,
};

/** Go packages of the groups whose package is not named after the group. */
const packages = new Map([
  ['', 'core'],
  ['events.k8s.io', 'core'],
  ['internal.apiserver.k8s.io', 'apiserverinternal'],
]);

/** Returns the Go name of the internal type of a kind. */
export function internalType(group: string, kind: string): string {
  return `${packages.get(group) ?? group.split('.', 1)[0]}.${kind}`;
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
      return kind === '' || kinds.includes(kind) ? internalType(group, kind) : undefined;
    },
  };
}
