// Follows pkg/apis/rbac/v1alpha1/conversion.go (v1.36)

import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';

const group = 'rbac.authorization.k8s.io';

/** Subjects had the version of their kind, which today is its group only; user `*` was every authenticated user. */
export function alphaSubjects(binding: JsonObject): void {
  const { subjects } = binding;
  if (Array.isArray(subjects)) binding['subjects'] = subjects.filter(isJsonObject).map(subjectOfToday);
}

function subjectOfToday({ apiVersion, ...subject }: JsonObject): JsonObject {
  switch (subject['kind']) {
    case 'ServiceAccount':
      return subject;
    case 'User':
      if (subject['name'] !== '*') return { ...subject, apiGroup: group };
      return { ...subject, kind: 'Group', name: 'system:authenticated', apiGroup: group };
    case 'Group':
      return { ...subject, apiGroup: group };
    default:
      return { ...subject, apiGroup: groupIn(String(apiVersion ?? '')) };
  }
}

/** Empty if the text is not a version. */
function groupIn(apiVersion: string): string {
  const parts = apiVersion.split('/');
  return parts.length === 2 ? (parts[0] ?? '') : '';
}
