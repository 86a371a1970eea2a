// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { unrecognizedFormats } from '../../apimachinery/schema/index.js';
import type { CustomResourceDefinition } from './custom-resource-definition.js';
import { schemasOf } from './tolerance.js';

/** Warns about unknown formats, which are not validated, unless the definition had them before. */
export function formatWarnings(definition: CustomResourceDefinition, old?: CustomResourceDefinition): string[] {
  const before = new Set(old === undefined ? [] : formatsOf(old));
  return formatsOf(definition)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${goQuote(format)}`);
}

function formatsOf({ spec }: CustomResourceDefinition): string[] {
  return [...new Set(schemasOf(spec).flatMap(unrecognizedFormats))];
}
