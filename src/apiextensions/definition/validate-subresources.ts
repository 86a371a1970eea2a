// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { Subresources } from './custom-resource-definition.js';
import { validateSimplePath } from './validate-printer-columns.js';

export function validateSubresources({ scale }: Subresources, path: FieldPath): FieldError[] {
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  const scalePath = path.child('scale');
  return [
    ...validateReplicasPath(specReplicasPath, scalePath.child('specReplicasPath'), '.spec'),
    ...validateReplicasPath(statusReplicasPath, scalePath.child('statusReplicasPath'), '.status'),
    ...(labelSelectorPath === '' ? [] : validateSelectorPath(labelSelectorPath, scalePath.child('labelSelectorPath'))),
  ];
}

function validateReplicasPath(jsonPath: string, path: FieldPath, parent: string): FieldError[] {
  if (jsonPath === '') return [path.required()];
  const errors = validateSimplePath(jsonPath, path);
  if (errors.length > 0 || jsonPath.startsWith(`${parent}.`)) return errors;
  return [path.invalid(jsonPath, `should be a json path under ${parent}`)];
}

function validateSelectorPath(jsonPath: string, path: FieldPath): FieldError[] {
  const errors = validateSimplePath(jsonPath, path);
  if (errors.length > 0 || jsonPath.startsWith('.spec.') || jsonPath.startsWith('.status.')) return errors;
  return [path.invalid(jsonPath, 'should be a json path under either .spec or .status')];
}
