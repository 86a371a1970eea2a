// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/strategy.go (v1.36)

import { goQuote, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { checkQualifiedName } from '../../apimachinery/validation/index.js';

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Returns warnings about the names of new finalizers. */
export function finalizerWarnings(object: JsonObject, old?: JsonObject): string[] {
  const before = new Set(old ? (metadataOf(old).finalizers ?? []) : []);
  const added = new Set((metadataOf(object).finalizers ?? []).filter((name) => !before.has(name)));
  return [...added]
    .sort()
    .flatMap((name) => problemsOf(name).map((text) => `metadata.finalizers: ${goQuote(name)}: ${text}`));
}

function problemsOf(name: string): string[] {
  const problems = [...checkQualifiedName(name)];
  if (name.includes('/') || standardFinalizers.has(name)) return problems;
  const including = name.includes('.') ? ' including a path (/)' : '';
  return [
    ...problems,
    `prefer a domain-qualified finalizer name${including} to avoid accidental conflicts with other finalizer writers`,
  ];
}
