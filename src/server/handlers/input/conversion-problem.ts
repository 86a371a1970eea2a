// Follows staging/src/k8s.io/apimachinery/pkg/runtime/converter.go (v1.36)

const [beginning, beforeField, beforeType] = ['json: cannot unmarshal ', ' into Go struct field ', ' of type '];
const kinds: Readonly<Record<string, string>> = { string: 'string', bool: 'bool', object: 'map', array: 'slice' };
/** Type names that are known to be structs, by suffix. */
const structLike = /(?:Spec|ObjectMeta|Template|Context)$/;
const integer = /^u?int\d*$/;

/**
 * Rewords a decoding error as upstream reports it for the result of a strategic merge patch, which it converts instead
 * of decoding. Errors about named types, whose Go kind is unknown, stay as they are.
 */
export function conversionProblem(problem: string): string {
  if (problem.startsWith('illegal base64')) return `error decoding from json: ${problem}`;
  const fieldAt = problem.indexOf(beforeField);
  const typeAt = problem.indexOf(beforeType, fieldAt);
  if (!problem.startsWith(beginning) || fieldAt < 0 || typeAt < 0) return problem;
  const [sent = '', number] = problem.slice(beginning.length, fieldAt).split(' ');
  const type = problem.slice(typeAt + beforeType.length);
  const kind = kinds[sent] ?? (number?.includes('.') ? 'float64' : 'int64');
  if (type.startsWith('[]')) return `cannot restore slice from ${kind}`;
  if (type.startsWith('map[')) return `cannot restore map from ${kind}`;
  if (type.includes('.'))
    return sent === 'string' || structLike.test(type) ? `cannot restore struct from: ${kind}` : problem;
  return isConvertible(kind, type) ? `cannot convert ${kind} to ${type}` : `unrecognized type: ${type}`;
}

function isConvertible(kind: string, type: string): boolean {
  if (kind === 'int64') return type === 'string' || type.startsWith('float') || integer.test(type);
  return kind === 'float64' && (type.startsWith('float') || integer.test(type));
}
