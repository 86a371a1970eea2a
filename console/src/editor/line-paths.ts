import type { Path } from '../yaml/yaml-lines.ts';

interface Container {
  readonly kind: 'map' | 'list';
  readonly indent: number;
  readonly path: Path;
  index: number;
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:'"[{&*!|>%@`-][^:#]*|-[^\s:][^:#]*):(?:\s|$)/;

/**
 * The path of the field or item that each line of a YAML document begins; undefined for lines that begin none. Works on
 * documents that are being typed, which no parser accepts.
 */
export function linePaths(text: string): (Path | undefined)[] {
  const stack: Container[] = [];
  let pending: Path = [];
  let block: { indent: number; path: Path } | undefined;
  return text.split('\n').map((line) => {
    const trimmed = line.trimStart();
    let column = line.length - trimmed.length;
    if (trimmed === '' || trimmed.startsWith('#') || trimmed === '---') return undefined;
    if (block && column > block.indent) return block.path;
    block = undefined;
    let rest = trimmed;
    let path: Path | undefined;
    while (/^-(?:\s|$)/.test(rest)) {
      const list = listAt(column);
      path = [...list.path, list.index];
      pending = path;
      const after = rest.slice(1).trimStart();
      column += rest.length - after.length;
      rest = after;
    }
    const key = keyPattern.exec(rest);
    if (!key) return path;
    const map = mapAt(column);
    path = [...map.path, unquoted(key[1]!.trim())];
    pending = path;
    const value = rest.slice(key[0].length).trim();
    if (/^[|>]/.test(value)) block = { indent: column, path };
    return path;
  });

  function listAt(column: number): Container {
    while (stack.length > 0 && stack.at(-1)!.indent > column) stack.pop();
    const top = stack.at(-1);
    if (top?.kind === 'list' && top.indent === column) {
      top.index++;
      return top;
    }
    const list: Container = { kind: 'list', indent: column, path: pending, index: 0 };
    stack.push(list);
    return list;
  }

  function mapAt(column: number): Container {
    while (
      stack.length > 0 &&
      (stack.at(-1)!.indent > column || (stack.at(-1)!.kind === 'list' && stack.at(-1)!.indent === column))
    )
      stack.pop();
    const top = stack.at(-1);
    if (top?.kind === 'map' && top.indent === column) return top;
    const path = top?.kind === 'list' ? [...top.path, top.index] : pending;
    const map: Container = { kind: 'map', indent: column, path: stack.length === 0 ? [] : path, index: 0 };
    stack.push(map);
    return map;
  }
}

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1);
  if (!key.startsWith('"')) return key;
  try {
    return JSON.parse(key) as string;
  } catch {
    return key;
  }
}
