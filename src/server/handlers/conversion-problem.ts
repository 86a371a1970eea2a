const [beginning, beforeField, beforeType] = ['json: cannot unmarshal ', ' into Go struct field ', ' of type '];
const kinds: Readonly<Record<string, string>> = { string: 'string', bool: 'bool', object: 'map', array: 'slice' };
/** Names of types that are structs, whatever else ends with a name. */
const structLike = /(?:Spec|ObjectMeta|Template|Context)$/;
const integer = /^u?int\d*$/;

/**
 * What upstream says of a value that a strategic merge gave to a field of another type: it does not decode the result, but
 * converts it, and has other words for the same. What is said of names of types, which may be of any kind, stays.
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
