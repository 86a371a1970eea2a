import {
  compositeKey,
  formatGroupVersion,
  type GroupVersionKind,
  optionKinds,
  unversionedKinds,
} from '../../apimachinery/meta/index.js';
import { hasType, packageFacts, packageNames, splitName, typeFacts } from './facts.js';

const meta = 'meta/v1';

/** Kinds in the core version that are not resources. */
const unversioned = new Set([...unversionedKinds, 'List']);

let packageByVersion: ReadonlyMap<string, string> | undefined;

/** Cached types by version and kind; existing ones only, which bounds its size. */
const known = new Map<string, string>();

/** Returns the type of a kind; undefined if it is not built in. */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  const key = compositeKey(apiVersion, kind);
  const name = known.get(key) ?? findType(apiVersion, kind);
  if (name !== undefined) known.set(key, name);
  return name;
}

/** Whether a group version has built-in kinds. */
export function isPackageVersion(apiVersion: string): boolean {
  return packageOf(apiVersion) !== undefined;
}

function packageOf(apiVersion: string): string | undefined {
  packageByVersion ??= new Map(packageNames.map((name) => [formatGroupVersion(packageFacts(name)), name]));
  return packageByVersion.get(apiVersion);
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
