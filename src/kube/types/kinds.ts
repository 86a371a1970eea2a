import {
  compositeKey,
  formatGroupVersion,
  type GroupVersionKind,
  optionKinds,
  unversionedKinds,
} from '../../apimachinery/meta/index.js';
import { formerPackageNames, hasType, packageFacts, packageNames, splitName, typeFacts } from './facts.js';

const meta = 'meta/v1';

/** Kinds in the core version that are not resources. */
const unversioned = new Set([...unversionedKinds, 'List']);

let packageByVersion: ReadonlyMap<string, string> | undefined;
let formerPackageByVersion: ReadonlyMap<string, string> | undefined;

/** Cached types by version and kind; existing ones only, which bounds its size. */
const known = new Map<string, string>();

/** Returns the type of a kind; undefined if it is not built in. */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  const key = compositeKey(apiVersion, kind);
  const name = known.get(key) ?? findType(apiVersion, kind);
  if (name !== undefined) known.set(key, name);
  return name;
}

/** The same, including versions that are only read from storage. */
export function storedTypeOfKind(apiVersion: string, kind: string): string | undefined {
  return typeOfKind(apiVersion, kind) ?? formerType(apiVersion, kind);
}

function formerType(apiVersion: string, kind: string): string | undefined {
  formerPackageByVersion ??= byVersion(formerPackageNames);
  const owner = formerPackageByVersion.get(apiVersion);
  if (owner === undefined) return undefined;
  // Unambiguous: built in, and split at the last dot.
  const name = `${owner}.${kind}`;
  return hasType(name) && isKind(name) ? name : undefined;
}

/** Whether a group version has built-in kinds. */
export function isPackageVersion(apiVersion: string): boolean {
  return packageOf(apiVersion) !== undefined;
}

function packageOf(apiVersion: string): string | undefined {
  packageByVersion ??= byVersion(packageNames);
  return packageByVersion.get(apiVersion);
}

function byVersion(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [formatGroupVersion(packageFacts(name)), name]));
}

function findType(apiVersion: string, kind: string): string | undefined {
  const owner = apiVersion === 'meta.k8s.io/v1beta1' ? meta : packageOf(apiVersion);
  if (owner === undefined) return undefined;
  const isMeta = optionKinds.has(kind) || (apiVersion === 'v1' && unversioned.has(kind));
  const name = `${isMeta ? meta : owner}.${kind}`;
  return hasType(name) && isKind(name) ? name : undefined;
}

/** Returns the kind of a type; undefined if the type is not a kind. */
export function kindOfType(name: string): GroupVersionKind | undefined {
  if (!isKind(name)) return undefined;
  const [owner, kind] = splitName(name);
  const { group, version } = packageFacts(owner);
  const isUnversioned = name.startsWith(`${meta}.`) && (optionKinds.has(kind) || unversioned.has(kind));
  return { group: isUnversioned ? '' : group, version, kind };
}

/** A kind embeds TypeMeta. */
function isKind(name: string): boolean {
  const facts = typeFacts(name);
  if (facts.form !== 'struct') return false;
  const [first] = facts.fields;
  return first?.name === '' && first.type.form === 'name' && first.type.name === `${meta}.TypeMeta`;
}
