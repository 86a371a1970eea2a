import {
  compositeKey,
  formatGroupVersion,
  type GroupVersionKind,
  optionKinds,
  unversionedKinds,
} from '../../apimachinery/meta/index.js';
import { hasType, packageFacts, packageNames, splitName, typeFacts } from './facts.js';

const meta = 'meta/v1';

/** Kinds of the core group's version that are no resources of it. */
const unversioned = new Set([...unversionedKinds, 'List']);

let packageByVersion: ReadonlyMap<string, string> | undefined;

/** Types by version and kind: those that are there, which are not many. */
const known = new Map<string, string>();

/** The name of the type of a kind; undefined where it is none of ours. */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  const key = compositeKey(apiVersion, kind);
  const name = known.get(key) ?? findType(apiVersion, kind);
  if (name !== undefined) known.set(key, name);
  return name;
}

/** Whether there are built-in kinds of a version. */
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

/** The kind that a type is; undefined for one that is only a part of others. */
export function kindOfType(name: string): GroupVersionKind | undefined {
  if (!isKind(name)) return undefined;
  const [owner, kind] = splitName(name);
  const { group, version } = packageFacts(owner);
  const isUnversioned = name.startsWith(`${meta}.`) && (optionKinds.has(kind) || unversioned.has(kind));
  return { group: isUnversioned ? '' : group, version, kind };
}

/** Kinds say of themselves what they are. */
function isKind(name: string): boolean {
  const facts = typeFacts(name);
  if (facts.form !== 'struct') return false;
  const [first] = facts.fields;
  return first?.name === '' && first.type.form === 'name' && first.type.name === `${meta}.TypeMeta`;
}
