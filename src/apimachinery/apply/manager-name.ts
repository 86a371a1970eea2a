import { type FieldError, type FieldPath, invalidValue, tooLong } from '../validation/index.js';

/** In bytes. */
const maxManagerLength = 128;

/** Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** The manager of a write: as the client names it, else the first part of its user agent, else empty. */
export function managerNameOf({ fieldManager, userAgent }: { fieldManager?: string; userAgent?: string }): string {
  return fieldManager || prefixOf(userAgent ?? '');
}

/** What is before the first `/`, without what cannot be printed, as far as there is room. */
function prefixOf(userAgent: string): string {
  let [name, bytes] = ['', 0];
  for (const character of userAgent.split('/', 1)[0] as string) {
    if (!printable.test(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > maxManagerLength) break;
    name += character;
  }
  return name;
}

/** What is wrong with a `fieldManager` that a client gives. The empty one is none. */
export function validateManagerName(manager: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (Buffer.byteLength(manager) > maxManagerLength) errors.push(tooLong(path, manager, maxManagerLength));
  let position = 0;
  for (const character of manager) {
    if (!printable.test(character)) {
      const detail = `invalid character ${printCodePoint(character)} (at position ${position})`;
      errors.push(invalidValue(path, manager, detail));
    }
    position += Buffer.byteLength(character);
  }
  return errors;
}

/** As Go's `%#U` prints a character that cannot be printed. */
function printCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
