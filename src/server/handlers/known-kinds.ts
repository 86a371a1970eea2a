import {
  formatGroupVersion,
  type GroupVersion,
  optionKinds,
  parseGroupVersion,
  unversionedKinds,
} from '../../apimachinery/meta/index.js';
import { builtInScheme, unregisteredKind } from '../registry/index.js';

/** The kinds that a server has types for: what is sent to the wrong place is told from what nobody knows. */
export interface KnownKinds {
  /** Upstream calls its schemes by the line that makes them. */
  readonly schemeName: string;
  /** What a kind becomes within the server, in Go's words: `apps.Deployment`; undefined where it is none of its kinds. */
  internalTypeOf(apiVersion: string, kind: string): string | undefined;
}

/** Those of a server of which nothing is said. */
export const noKnownKinds: KnownKinds = {
  schemeName: builtInScheme,
  internalTypeOf: () => undefined,
};

/** Where Go keeps the types of a group, if not in a package of its name. */
const packages = new Map([
  ['', 'core'],
  ['events.k8s.io', 'core'],
  ['internal.apiserver.k8s.io', 'apiserverinternal'],
]);

/** The type that a kind of a group has within a server. */
export function internalType(group: string, kind: string): string {
  return `${packages.get(group) ?? group.split('.', 1)[0]}.${kind}`;
}

export function isUnversioned(kind: string): boolean {
  return unversionedKinds.has(kind);
}

/** What is wrong with an object of another kind than the one, called `wanted` within the server, that is to be. */
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

/** The kinds of one group, in versions that have nothing else. */
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
