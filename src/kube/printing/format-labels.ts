// Follows staging/src/k8s.io/apimachinery/pkg/labels/labels.go (v1.36)

import { compareBytes } from '../../apimachinery/meta/index.js';

/** Formats labels as `a=b,c=d`, sorted. `empty`: the text for no labels. */
export function formatLabels(labels: Readonly<Record<string, string>> = {}, empty = '<none>'): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',') || empty;
}
