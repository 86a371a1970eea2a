/** Keys and indexes from the root of a document. */
export type Path = readonly (string | number)[];

export type ScalarKind = 'string' | 'number' | 'boolean' | 'null' | 'empty';

/** A line of a YAML document. */
export interface YamlLine {
  readonly path: Path;
  /** Spaces and dashes before the content. */
  readonly indent: string;
  readonly key?: string;
  readonly value?: string;
  readonly kind?: ScalarKind;
  /** Number of lines below it that belong to it. */
  readonly children: number;
}

type Building = { -readonly [Field in keyof YamlLine]: YamlLine[Field] };

/** Writes a JSON value as YAML, line by line. */
export function yamlLines(value: unknown): readonly YamlLine[] {
  const lines: Building[] = [];
  if (isScalar(value)) lines.push({ path: [], indent: '', ...scalar(value), children: 0 });
  else append(lines, { value: value as object, path: [], indent: '', first: '' });
  return lines;
}

export function toYaml(value: unknown): string {
  return `${yamlLines(value).map(lineText).join('\n')}\n`;
}

export function lineText({ indent, key, value }: YamlLine): string {
  const name = key === undefined ? '' : `${key}:`;
  return `${indent}${name}${name && value !== undefined ? ' ' : ''}${value ?? ''}`;
}

interface Node {
  readonly value: object;
  readonly path: Path;
  readonly indent: string;
  /** The indentation of the first line, which may have the dash of a list. */
  readonly first: string;
}

function append(lines: Building[], { value, path, indent, first }: Node): void {
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [order, [name, child]] of entries.entries()) {
    const lead = order === 0 ? first : indent;
    const childPath = [...path, name];
    const at = lines.length;
    if (typeof name === 'number') appendItem(lines, { value: child, path: childPath, indent: lead });
    else appendPair(lines, { name, value: child, path: childPath, lead, indent });
    const line = lines[at];
    if (line && line.path.length === childPath.length) line.children = lines.length - at - 1;
  }
}

function appendItem(lines: Building[], { value, path, indent }: { value: unknown; path: Path; indent: string }): void {
  const dash = `${indent}- `;
  const inner = `${indent.replaceAll('-', ' ')}  `;
  if (isScalar(value)) appendScalar(lines, { path, indent: dash, value, inner });
  else append(lines, { value: value as object, path, indent: inner, first: dash });
}

function appendPair(
  lines: Building[],
  { name, value, path, lead, indent }: { name: string; value: unknown; path: Path; lead: string; indent: string },
): void {
  const key = plain(name);
  if (isScalar(value)) {
    appendScalar(lines, { path, indent: lead, key, value, inner: `${indent}  ` });
    return;
  }
  lines.push({ path, indent: lead, key, children: 0 });
  // Kubernetes' tools do not indent lists.
  const inner = Array.isArray(value) ? indent : `${indent}  `;
  append(lines, { value: value as object, path, indent: inner, first: inner });
}

function appendScalar(
  lines: Building[],
  { path, indent, key, value, inner }: { path: Path; indent: string; key?: string; value: unknown; inner: string },
): void {
  const block = typeof value === 'string' ? blockOf(value) : undefined;
  const named = key === undefined ? {} : { key };
  if (!block) {
    lines.push({ path, indent, ...named, ...scalar(value), children: 0 });
    return;
  }
  lines.push({ path, indent, ...named, value: block.head, kind: 'string', children: block.lines.length });
  for (const text of block.lines) {
    lines.push({ path: [...path, ''], indent: text === '' ? '' : inner, value: text, kind: 'string', children: 0 });
  }
}

/** Texts of several lines as a literal block, if that can express them. */
function blockOf(text: string): { head: string; lines: string[] } | undefined {
  if (
    !text.includes('\n') ||
    /^[\s\n]|[^\S\n]\n|[^\S\n]$|[\0-\x08\x0b-\x1f\x7f\u0085\u2028\u2029\ufeff]|\n\n+$/.test(text)
  )
    return undefined;
  const isEnded = text.endsWith('\n');
  return { head: isEnded ? '|' : '|-', lines: (isEnded ? text.slice(0, -1) : text).split('\n') };
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function scalar(value: unknown): { value: string; kind: ScalarKind } {
  if (value === null || value === undefined) return { value: 'null', kind: 'null' };
  switch (typeof value) {
    case 'string':
      return { value: plain(value), kind: 'string' };
    case 'number':
    case 'bigint':
      return { value: String(value), kind: 'number' };
    case 'boolean':
      return { value: String(value), kind: 'boolean' };
    default:
      return { value: Array.isArray(value) ? '[]' : '{}', kind: 'empty' };
  }
}

const safe = /^[A-Za-z_/.][\w./@+=-]*(?::[\w./@+=-]+)*(?: [\w./@+=()-]+)*$/;
const reserved = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|\.nan|\.inf|~)$/i;
const like = /^[\d.+-][\d_.:eExXoO+-]*[a-fA-F\d]*$/;

/** Without quotes where no reader of YAML could take it for anything but this text. */
function plain(text: string): string {
  return safe.test(text) && !reserved.test(text) && !like.test(text) ? text : JSON.stringify(text);
}
