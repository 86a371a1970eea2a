import { ExactJsonParser, type OnKey } from './exact-json-parser.js';
import { textOf } from './json-decode.js';

/** Deeper fields are sorted last: the cost of finding them grows with their depth. */
const maxDepth = 64;

const problemPattern = /^(duplicate|unknown) field "(.*)"$/;

/** Limit for the total length of the paths that are compared: one key can be as long as the document. */
const maxPathsLength = 4 * 1024 * 1024;

/** Sorts `duplicate field "x"` and `unknown field "x"` by their position in the JSON document. */
export function inDocumentOrder(bytes: Uint8Array, problems: readonly string[]): string[] {
  const parsed = problems.map((text) => ({ text, isRepeated: text.startsWith('duplicate'), path: pathIn(text) }));
  const names = new Set(parsed.map(({ path }) => lastName(path)));
  const places = new Map<string, number[]>();
  let [count, pathsLength] = [0, 0];
  const onKey: OnKey = (key, { depth, path }) => {
    count++;
    if (depth > maxDepth || pathsLength > maxPathsLength || !names.has(lastName(key))) return;
    const at = path();
    pathsLength += at.length;
    const found = places.get(at);
    if (!found) places.set(at, [count]);
    else if (found.length === 1) found.push(count);
  };
  new ExactJsonParser(textOf(bytes), { onKey }).parse();
  return parsed
    .map(({ text, isRepeated, path }) => ({ text, place: places.get(path)?.[isRepeated ? 1 : 0] ?? count + 1 }))
    .sort((left, right) => left.place - right.place)
    .map(({ text }) => text);
}

function pathIn(problem: string): string {
  return problemPattern.exec(problem)?.[2] ?? '';
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
