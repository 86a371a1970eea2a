// Follows pkg/apis/flowcontrol/validation/validation.go (v1.36)

import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../../../../api/flowcontrol/v1.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
} from '../../../../apimachinery/validation/index.js';
import { eachItem, validateRequired } from '../../../field-checks.js';

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];
/** Subject kinds with their fields. */
const subjectFields = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;
const subjectKinds = ['Group', 'ServiceAccount', 'User'];

export function validatePolicyRules(rules: PolicyRulesWithSubjects, path: FieldPath): FieldError[] {
  const { subjects, resourceRules = [], nonResourceRules = [] } = rules;
  const isEmpty = resourceRules.length === 0 && nonResourceRules.length === 0;
  const missing = 'at least one of resourceRules and nonResourceRules has to be non-empty';
  return [
    ...validateRequired(subjects, path.child('subjects'), 'subjects must contain at least one value'),
    ...eachItem(subjects, path.child('subjects'), validateSubject),
    ...(isEmpty ? [path.required(missing)] : []),
    ...eachItem(resourceRules, path.child('resourceRules'), validateResourceRule),
    ...eachItem(nonResourceRules, path.child('nonResourceRules'), validateNonResourceRule),
  ];
}

function validateSubject(subject: Subject, path: FieldPath): FieldError[] {
  if (!subjectKinds.includes(subject.kind)) return [path.child('kind').notSupported(subject.kind, subjectKinds)];
  return Object.entries(subjectFields).flatMap(([kind, field]) => {
    const place = path.child(field);
    const isOwn = subject.kind === kind;
    if (subject[field] === undefined) {
      return isOwn ? [place.required(`${field} is required when subject kind is '${kind}'`)] : [];
    }
    return isOwn
      ? validateName(subject, field, place)
      : [place.forbidden(`${field} is forbidden when subject kind is not '${kind}'`)];
  });
}

function validateName(subject: Subject, field: 'serviceAccount' | 'user' | 'group', path: FieldPath): FieldError[] {
  const { name = '' } = subject[field] ?? {};
  const errors = validateRequired(name, path.child('name'));
  if (field !== 'serviceAccount') return errors;
  const namespace = subject.serviceAccount?.namespace ?? '';
  const place = path.child('namespace');
  return [
    ...errors,
    ...(name === '' || name === '*' ? [] : path.child('name').check(name, checkDns1123Subdomain)),
    ...(namespace === ''
      ? [place.required('must specify namespace for service account')]
      : place.check(namespace, checkDns1123Label)),
  ];
}

/** A list of values, or `*` alone. */
function validateList(
  list: readonly string[] | null | undefined,
  path: FieldPath,
  words: readonly [missing: string, others: string],
): FieldError[] {
  const [missing, others] = words;
  if (!list?.length) return [path.required(missing)];
  if (!list.includes('*') || list.length === 1) return [];
  return [path.invalid([...list], `if '*' is present, must not specify other ${others}`)];
}

function validateVerbs(given: readonly string[] | null, path: FieldPath): FieldError[] {
  const errors = validateList(given, path, ['verbs must contain at least one value', 'verbs']);
  const list = given ?? [];
  if (errors.length > 0 || list.includes('*') || list.every((verb) => verbs.includes(verb))) return errors;
  return [path.notSupported([...list], verbs)];
}

function validateResourceRule(rule: ResourcePolicyRule, path: FieldPath): FieldError[] {
  const [groups, resources] = [path.child('apiGroups'), path.child('resources')];
  return [
    ...validateVerbs(rule.verbs, path.child('verbs')),
    ...validateList(rule.apiGroups, groups, ['resource rules must supply at least one api group', 'api groups']),
    ...validateList(rule.resources, resources, ['resource rules must supply at least one resource', 'resources']),
    ...validateNamespaces(rule, path.child('namespaces')),
  ];
}

function validateNamespaces({ namespaces, clusterScope = false }: ResourcePolicyRule, path: FieldPath): FieldError[] {
  const list = namespaces ?? [];
  if (list.length === 0 && clusterScope) return [];
  const missing = 'resource rules that are not cluster scoped must supply at least one namespace';
  const errors = validateList(list, path, [missing, 'namespaces']);
  if (errors.length > 0 || list.includes('*')) return errors;
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return eachItem(list, path, (name, place) =>
    checkDns1123Label(name).map((problem) => place.invalid(name, `${intro}${problem}`)),
  );
}

function validateNonResourceRule(
  { verbs: given, nonResourceURLs: paths }: NonResourcePolicyRule,
  path: FieldPath,
): FieldError[] {
  const place = path.child('nonResourceURLs');
  const errors = [
    ...validateVerbs(given, path.child('verbs')),
    ...validateList(paths, place, ['nonResourceURLs must contain at least one value', 'non-resource URLs']),
  ];
  if (paths?.includes('*')) return errors;
  return [...errors, ...eachItem(paths ?? [], place, validateUrlPath)];
}

function validateUrlPath(text: string, path: FieldPath): FieldError[] {
  const problem = urlPathProblem(text);
  return problem === undefined ? [] : [path.invalid(text, problem)];
}

function urlPathProblem(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  if (text === '/') return undefined;
  if (!text.startsWith('/')) return 'must start with slash';
  if (text.includes(' ')) return 'must not contain white-space';
  if (text.includes('//')) return 'must not contain double slash';
  const wildcard = text.indexOf('*');
  const isSuffix = wildcard === -1 || (wildcard === text.length - 1 && text.endsWith('/*'));
  return isSuffix ? undefined : 'wildcard can only do suffix matching';
}
