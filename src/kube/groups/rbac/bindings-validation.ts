import { type JsonObject, jsonEqual } from '../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../fields.js';
import { rbacGroup } from '../../rbac/index.js';

export interface BindingRules {
  readonly roleKinds: readonly string[];
  /** Whether the namespace of service accounts defaults to that of the binding. */
  readonly isNamespaced: boolean;
}

export function validateBinding({ roleRef, subjects }: JsonObject, rules: BindingRules): FieldError[] {
  const path = FieldPath.of('subjects');
  return [
    ...validateRoleRef(objectIn(roleRef), rules),
    ...listIn(subjects).flatMap((subject, index) => validateSubject(objectIn(subject), path.index(index), rules)),
  ];
}

export function validateBindingUpdate({ object, old }: Replacement, rules: BindingRules): FieldError[] {
  const errors = validateBinding(object, rules);
  const [after, before] = [objectIn(object['roleRef']), objectIn(old['roleRef'])];
  if (jsonEqual(after, before)) return errors;
  return [...errors, invalidValue(FieldPath.of('roleRef'), shownRole(after), 'cannot change roleRef')];
}

/** Upstream shows Go field names. */
function shownRole({ apiGroup, kind, name }: JsonObject): JsonObject {
  return { APIGroup: textIn(apiGroup), Kind: textIn(kind), Name: textIn(name) };
}

function validateRoleRef(role: JsonObject, { roleKinds }: BindingRules): FieldError[] {
  const path = FieldPath.of('roleRef');
  const [apiGroup, kind, name] = [textIn(role['apiGroup']), textIn(role['kind']), textIn(role['name'])];
  const errors: FieldError[] = [];
  if (apiGroup !== rbacGroup) errors.push(notSupported(path.child('apiGroup'), apiGroup, [rbacGroup]));
  if (!roleKinds.includes(kind)) errors.push(notSupported(path.child('kind'), kind, roleKinds));
  if (name === '') return [...errors, required(path.child('name'), '')];
  return [...errors, ...checkPathSegmentName(name).map((problem) => invalidValue(path.child('name'), name, problem))];
}

function validateSubject(subject: JsonObject, path: FieldPath, rules: BindingRules): FieldError[] {
  const name = textIn(subject['name']);
  const errors = name === '' ? [required(path.child('name'), '')] : [];
  return [...errors, ...validateSubjectKind(subject, path, rules)];
}

function validateSubjectKind(subject: JsonObject, path: FieldPath, { isNamespaced }: BindingRules): FieldError[] {
  const [kind, apiGroup, name] = [textIn(subject['kind']), textIn(subject['apiGroup']), textIn(subject['name'])];
  const inGroup = (group: string): FieldError[] =>
    apiGroup === group ? [] : [notSupported(path.child('apiGroup'), apiGroup, [group])];
  switch (kind) {
    case 'ServiceAccount': {
      const problems = name === '' ? [] : checkDns1123Subdomain(name);
      const isNowhere = !isNamespaced && textIn(subject['namespace']) === '';
      return [
        ...problems.map((problem) => invalidValue(path.child('name'), name, problem)),
        ...inGroup(''),
        ...(isNowhere ? [required(path.child('namespace'), '')] : []),
      ];
    }
    case 'User':
    case 'Group':
      return inGroup(rbacGroup);
    default:
      return [notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group'])];
  }
}
