// Follows vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go (v1.36)

import { goQuote } from '../meta/index.js';

const known: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

/** The problems of one operation of a JSON patch, such as `unknown field "[0].spam"`. */
export function unknownMembers(members: readonly string[], index: number): string[] {
  const unknown = [...new Set(members)].filter((member) => !known.has(member));
  return unknown.map((member) => `unknown field ${goQuote(pathOf(index, member))}`);
}

/**
 * Duplicate and unknown fields of a JSON patch in the order in which a decoder finds them. Within an unknown field,
 * nothing is found. `text` is valid JSON: a list of operations.
 */
export function problemsInOrder(text: string, duplicates: readonly string[]): string[] {
  return membersOf(text).flatMap((members, index) => {
    const own = duplicates.filter((problem) => problem.startsWith(`duplicate field "[${index}].`));
    return problemsOfOperation(members, index, own);
  });
}

function problemsOfOperation(members: readonly string[], index: number, duplicates: readonly string[]): string[] {
  const seen = new Set<string>();
  return members.flatMap((member) => {
    const isFirst = !seen.has(member);
    seen.add(member);
    if (!known.has(member)) return isFirst ? unknownMembers([member], index) : [];
    const path = pathOf(index, member);
    if (!isFirst) return duplicates.filter((problem) => problem === `duplicate field ${goQuote(path)}`);
    const within = [`duplicate field "${path}.`, `duplicate field "${path}[`];
    return duplicates.filter((problem) => within.some((start) => problem.startsWith(start)));
  });
}

function pathOf(index: number, member: string): string {
  return `[${index}].${member}`;
}

/** The names of the members of each object in a list, in the order of the text, repeated ones too. */
function membersOf(text: string): string[][] {
  const objects: string[][] = [];
  let depth = 0;
  let expectsName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      const end = endOfString(text, at);
      if (expectsName && depth === 2) objects.at(-1)?.push(JSON.parse(text.slice(at, end + 1)) as string);
      expectsName = false;
      at = end;
    } else if (character === '{' || character === '[') {
      depth++;
      if (depth === 2) objects.push([]);
      expectsName = character === '{';
    } else if (character === '}' || character === ']') depth--;
    else if (character === ',') expectsName = depth === 2;
  }
  return objects;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"' && at < text.length) at += text[at] === '\\' ? 2 : 1;
  return at;
}
