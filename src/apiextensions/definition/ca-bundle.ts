// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go (v1.36)

import { holdsCertificates } from '../../apimachinery/pem/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';

/** Whether base64-encoded PEM contains certificates, all of them valid. */
export function isCaBundle(caBundle: string): boolean {
  return holdsCertificates(Buffer.from(caBundle, 'base64').toString('latin1'));
}

export function validateCaBundle(caBundle: string, path: FieldPath): FieldError[] {
  if (isCaBundle(caBundle)) return [];
  const detail = 'unable to load root certificates: unable to parse bytes as PEM block';
  return [path.invalid(caBundle, detail)];
}
