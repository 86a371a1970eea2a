// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import { patchTypes, strategicMergePatchType } from '../../apimachinery/patch/index.js';
import type { Dialect } from '../../server/dialect/index.js';
import { registeredNowhere } from './scheme.js';
import { unstructuredDecoding } from './unstructured-decoding.js';
import { UnstructuredForm } from './unstructured-form.js';
import { unstructuredOutput } from './unstructured-output.js';
import { unstructuredPublishing } from './unstructured-publishing.js';
import { verbRouting } from './verb-routing.js';

/** The dialect of custom resources. */
export const unstructuredDialect: Dialect = {
  kinds: registeredNowhere,
  decoding: unstructuredDecoding,
  // Strategic merge needs the merge strategy of lists, which custom resources do not define.
  patchTypes: patchTypes.filter((type) => type !== strategicMergePatchType),
  routing: verbRouting,
  output: unstructuredOutput,
  storedForm: (resource) => new UnstructuredForm(resource),
  storedType: '*unstructured.Unstructured',
  publishing: unstructuredPublishing,
};
