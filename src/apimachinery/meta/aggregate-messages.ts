// Follows staging/src/k8s.io/apimachinery/pkg/util/errors/errors.go (v1.36)

/** Joins the distinct messages of several errors: `[a, b]`. A single one is returned unchanged; none is empty. */
export function aggregateMessages(messages: Iterable<string>): string {
  const distinct = [...new Set(messages)];
  return distinct.length > 1 ? `[${distinct.join(', ')}]` : (distinct[0] ?? '');
}
