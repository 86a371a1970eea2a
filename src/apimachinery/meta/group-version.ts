// Follows staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go (v1.36)

/** A version of a group; the core group has no name. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind of a group, regardless of its version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A resource of a group, regardless of its version. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A kind in one version of its group. */
export interface GroupVersionKind extends GroupVersion, GroupKind {}

/** A resource in one version of its group. */
export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** An apiVersion that is not `version` or `group/version`. */
export class GroupVersionParseError extends Error {
  override readonly name = 'GroupVersionParseError';

  constructor(text: string) {
    super(`unexpected GroupVersion string: ${text}`);
  }
}

/** Parses an apiVersion: `v1`, `apps/v1`; an empty one has neither group nor version. */
export function parseGroupVersion(apiVersion: string): GroupVersion {
  if (apiVersion === '' || apiVersion === '/') return { group: '', version: '' };
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return { group: '', version: apiVersion };
  if (apiVersion.indexOf('/', slash + 1) >= 0) throw new GroupVersionParseError(apiVersion);
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** `apps/v1`; `v1` for the core group. Unambiguous: neither has a slash, or parseGroupVersion refuses it. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `Deployment.apps`; `Pod` for the core group. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** `deployments.apps`; `pods` for the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** `apps/v1, Kind=Deployment`, as in messages; `/v1, Kind=Pod` for the core group. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** `apps/v1, Resource=deployments`, as in messages; `/v1, Resource=pods` for the core group. */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}, Resource=${resource}`;
}

/** Parses `Deployment.apps` or `Pod`. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = splitAtFirstDot(text);
  return { group, kind };
}

/** Parses `deployments.apps` or `pods`. */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = splitAtFirstDot(text);
  return { group, resource };
}

/** Parses `deployments.v1.apps`; undefined if a part is missing, as in `deployments.apps`. */
export function parseResourceArgument(text: string): GroupVersionResource | undefined {
  const parts = splitInThree(text);
  return parts && { group: parts[2], version: parts[1], resource: parts[0] };
}

/** Parses `Deployment.v1.apps`; undefined if a part is missing, as in `Deployment.apps`. */
export function parseKindArgument(text: string): GroupVersionKind | undefined {
  const parts = splitInThree(text);
  return parts && { group: parts[2], version: parts[1], kind: parts[0] };
}

/** Returns the GroupVersionKind of an object's apiVersion and kind. Throws GroupVersionParseError. */
export function groupVersionKind(apiVersion: string, kind: string): GroupVersionKind {
  const { group, version } = parseGroupVersion(apiVersion);
  return { group, version, kind };
}

function splitAtFirstDot(text: string): [head: string, tail: string] {
  const dot = text.indexOf('.');
  return dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)];
}

function splitInThree(text: string): [string, string, string] | undefined {
  const [first, rest] = splitAtFirstDot(text);
  if (!rest.includes('.')) return undefined;
  return [first, ...splitAtFirstDot(rest)];
}
