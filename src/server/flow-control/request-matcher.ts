// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/rule.go (v1.36)

import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { FlowSchema, NonResourceRule, PolicyRules, ResourceRule, Subject } from './configuration.js';

/** Whether a flow schema matches a request. */
export type RequestMatcher = (user: UserInfo, info: RequestInfo) => boolean;

type InfoMatcher = (info: RequestInfo) => boolean;

export function requestMatcher({ spec }: FlowSchema): RequestMatcher {
  const rules = (spec.rules ?? []).map(rulesMatcher);
  if (rules.length === 1) return rules[0]!;
  return (user, info) => rules.some((matches) => matches(user, info));
}

function rulesMatcher({ subjects, resourceRules = [], nonResourceRules = [] }: PolicyRules): RequestMatcher {
  const isSubject = subjectMatcher(subjects);
  const ofResources = anyOf(resourceRules.map(resourceMatcher));
  const ofPaths = anyOf(nonResourceRules.map(pathMatcher));
  return (user, info) => isSubject(user) && (info.isResourceRequest ? ofResources(info) : ofPaths(info));
}

function anyOf(matchers: readonly InfoMatcher[]): InfoMatcher {
  if (matchers.length === 1) return matchers[0]!;
  return (info) => matchers.some((matches) => matches(info));
}

/** These lists are short: a linear search is faster than hashing. */
function subjectMatcher(subjects: readonly Subject[]): (user: UserInfo) => boolean {
  const users = subjects.flatMap(({ kind, user }) => (kind === 'User' && user ? [user.name] : []));
  const groups = subjects.flatMap(({ kind, group }) => (kind === 'Group' && group ? [group.name] : []));
  const accounts = subjects.flatMap(({ kind, serviceAccount }) =>
    kind === 'ServiceAccount' && serviceAccount ? [accountMatcher(serviceAccount)] : [],
  );
  if (users.includes('*') || groups.includes('*')) return () => true;
  const [group] = groups;
  if (groups.length === 1 && users.length + accounts.length === 0) return (user) => user.groups.includes(group!);
  return ({ name, groups: own }) => {
    for (let index = 0; index < groups.length; index++) if (own.includes(groups[index]!)) return true;
    for (let index = 0; index < accounts.length; index++) if (accounts[index]!(name)) return true;
    return users.length > 0 && users.includes(name);
  };
}

function accountMatcher({ namespace, name }: { namespace: string; name: string }): (user: string) => boolean {
  const prefix = `system:serviceaccount:${namespace}:`;
  if (name === '*') return (user) => user.startsWith(prefix);
  const whole = prefix + name;
  return (user) => user === whole;
}

function resourceMatcher(rule: ResourceRule): InfoMatcher {
  const isVerb = oneOf(rule.verbs);
  const isGroup = oneOf(rule.apiGroups);
  const isResource = oneOf(rule.resources);
  const isNamespace = oneOf(rule.namespaces ?? []);
  const isClusterScope = rule.clusterScope === true;
  return (info) => {
    const { resource, subresource, namespace } = info;
    const isPlace = namespace === '' ? isClusterScope : isNamespace(namespace);
    if (!isPlace || !isVerb(info.verb) || !isGroup(info.apiGroup)) return false;
    return isResource(subresource === '' ? resource : `${resource}/${subresource}`);
  };
}

function pathMatcher(rule: NonResourceRule): InfoMatcher {
  const isVerb = oneOf(rule.verbs);
  const paths = new Set(rule.nonResourceURLs);
  const prefixes = rule.nonResourceURLs.map((url) => url.replace(/\*$/, '').replace(/\/?$/, '/'));
  const isPath = (path: string) =>
    paths.has('*') || paths.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
  return (info) => isVerb(info.verb) && isPath(info.path);
}

function oneOf(values: readonly string[]): (value: string) => boolean {
  return values.length === 1 && values[0] === '*' ? always : (value) => values.includes(value);
}

function always(): boolean {
  return true;
}
