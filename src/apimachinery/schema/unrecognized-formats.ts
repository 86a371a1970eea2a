// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/formats.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/default.go (v1.36)

import { childSchemas } from './child-schemas.js';
import { supportedFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';

/** The formats in a schema that Kubernetes does not check, for `unrecognized format "x"` warnings. */
export function unrecognizedFormats(schema: JsonSchema): string[] {
  const own = schema.format && supportedFormat(schema) === '' ? [schema.format] : [];
  return [...own, ...childSchemas(schema).flatMap(unrecognizedFormats)];
}
