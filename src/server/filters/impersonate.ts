// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation/impersonation.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import { type ApiRequest, headerText } from '../http/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import type { FilterHandler } from './filter.js';
import { impersonationModes } from './impersonation-modes.js';
import { noSniff } from './no-sniff.js';

const prefix = 'impersonate-';
const extraPrefix = 'impersonate-extra-';

/** The user that the headers name, without implied groups. */
export interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/**
 * Serves a request as another user, if the sender may impersonate that user. Inner filters and handlers only see the
 * impersonated user.
 */
export function impersonate(authorizer: Authorizer, features: FeatureGates): FilterHandler {
  const modes = impersonationModes(authorizer, features);
  const become = async (context: RequestContext, names: readonly string[]): Promise<void> => {
    const wanted = wantedUser(context.request, names);
    if (wanted.name === '') {
      const asksForMore = wanted.uid !== '' || wanted.groups.length > 0 || hasExtra(names);
      if (asksForMore) throw badRequest(`requested ${describe(wanted)} without impersonating a user name`);
      return;
    }
    for (const name of names) context.request.dropHeader(name);
    const { user, constraint } = await modes.userFor(wanted, context);
    context.record?.impersonated(user, constraint);
    context.addLogField('addedInfo', `${userText(context.user)} is impersonating ${userText(user)}`);
    context.user = user;
  };
  return (context, next) => {
    const names = impersonationHeaders(context.request);
    if (names === undefined) return next();
    return become(context, names).then(next, (error) => Promise.reject(noSniff(context, error)));
  };
}

function userText({ name, groups }: UserInfo): string {
  return `${name || '<empty>'}${groups.length > 0 ? `[${groups.join(',')}]` : ''}`;
}

/** Returns undefined for nearly every request. */
function impersonationHeaders({ headers }: ApiRequest): string[] | undefined {
  let names: string[] | undefined;
  for (const name in headers) {
    if (!name.startsWith(prefix)) continue;
    names ??= [];
    names.push(name);
  }
  return names;
}

function hasExtra(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith(extraPrefix));
}

function wantedUser(request: ApiRequest, names: readonly string[]): WantedUser {
  const values = valuesOf(request, names);
  const extra = new Map<string, string[]>();
  for (const name of names.filter((one) => one.startsWith(extraPrefix))) {
    const key = unescapeKey(name.slice(extraPrefix.length));
    const known = extra.get(key) ?? [];
    for (const value of values.get(name)!) known.push(value);
    extra.set(key, known);
  }
  return {
    name: values.get('impersonate-user')?.[0] ?? '',
    uid: values.get('impersonate-uid')?.[0] ?? '',
    groups: values.get('impersonate-group') ?? [],
    extra,
  };
}

/** All values of the headers, in one pass; in-process requests may have no raw header lines. */
function valuesOf(request: ApiRequest, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>(names.map((name) => [name, []]));
  for (const [name, value] of request.headerEntries()) values.get(name)?.push(headerText(value));
  for (const [name, lines] of values) {
    if (lines.length === 0) lines.push(...[request.headers[name] ?? []].flat().map(headerText));
  }
  return values;
}

/** Keys may be percent-encoded; invalid escapes are kept literally. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Formats the user as Go does. */
function describe({ name, uid, groups, extra }: WantedUser): string {
  const list = (values: readonly string[]): string => `[]string{${values.map(goQuote).join(', ')}}`;
  const entries = [...extra]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => `${goQuote(key)}:${list(values)}`);
  const groupsText = groups.length === 0 ? '[]string(nil)' : list(groups);
  const extraText = extra.size === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
  return `&user.DefaultInfo{Name:${goQuote(name)}, UID:${goQuote(uid)}, Groups:${groupsText}, Extra:${extraText}}`;
}
