// Reads what a Go package declares: structs with the tags and markers of their fields, named types, constants.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The declarations of a package folder: `structs` and `named` types by name, `constants` by name, and the API
 * `group` that it registers, if any. Types are `{ text, imports }`: an expression and the imports of its file.
 */
export function readPackage(folder) {
  const found = { structs: new Map(), named: new Map(), constants: new Map(), group: undefined };
  const files = readdirSync(folder).filter((name) => name.endsWith('.go') && !/_test\.go$|generated/.test(name));
  for (const file of files.sort()) readSource(readFileSync(join(folder, file), 'utf8'), found);
  return found;
}

function readSource(source, found) {
  const imports = importsOf(source);
  const group = /GroupName\s*=\s*"([^"]*)"/.exec(source);
  if (group) found.group = group[1];
  const lines = source.split('\n');
  let comments = [];
  let earlier = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line.startsWith('//')) {
      comments.push(line.slice(2).trim());
      continue;
    }
    const struct = /^type (\w+) struct ?\{(\})?/.exec(line);
    if (struct) {
      const end = struct[2] ? at : lines.indexOf('}', at);
      const markers = markersOf([...earlier, ...comments]);
      found.structs.set(struct[1], { fields: fieldsOf(lines.slice(at + 1, end), imports), markers });
      at = end;
    } else {
      readNamed(line, { imports, markers: markersOf([...earlier, ...comments]) }, found);
      readConstant(line, imports, found);
    }
    earlier = line === '' ? comments : [];
    comments = [];
  }
}

function importsOf(source) {
  const block = /^import \(([\s\S]*?)^\)/m.exec(source)?.[1] ?? /^import (.*)$/m.exec(source)?.[1] ?? '';
  const found = block.matchAll(/(?:(\w+)\s+)?"([^"]+)"/g);
  return new Map([...found].map(([, alias, path]) => [alias ?? path.split('/').pop(), path]));
}

function readNamed(line, { imports, markers }, { named }) {
  const match = /^type (\w+) (= )?((?:\[\]|map\[|\*)?[\w.\]*]+)\s*$/.exec(line);
  if (match) named.set(match[1], { type: { text: match[3], imports }, isAlias: match[2] !== undefined, markers });
}

/** `Name Type = "value"`, `Name = Type("value")`, or `Name = Type(other.Constant)`. */
function readConstant(line, imports, { constants }) {
  const typed = /^(?:\t|const )(\w+)\s+(\w+)\s*=\s*"([^"]*)"/.exec(line);
  const converted = /^(?:\t|const )(\w+)\s*=\s*(\w+)\((?:"([^"]*)"|([\w.]+))\)/.exec(line);
  const [, name, type, value, other] = typed ?? converted ?? [];
  if (name) constants.set(name, { type, value, ...(other && { same: { text: other, imports } }) });
}

function fieldsOf(lines, imports) {
  const fields = [];
  let comments = [];
  for (const raw of lines) {
    const line = raw.trim();
    if (line.startsWith('//')) {
      comments.push(line.slice(2).trim());
      continue;
    }
    const match = /^(?:(\w+)\s+)?((?:\[\w*\]|\*|map\[[\w.]+\])*[\w.]+(?:\{\})?)\s*(?:`([^`]*)`)?/.exec(line);
    if (match) fields.push(fieldOf(match, { markers: markersOf(comments), imports }));
    comments = [];
  }
  return fields;
}

function fieldOf([, name, text, tags = ''], { markers, imports }) {
  const tag = (key) => new RegExp(`(?:^|\\s)${key}:"([^"]*)"`).exec(tags)?.[1];
  const [json, ...options] = (tag('json') ?? '').split(',');
  return {
    name: name ?? text.replace(/^.*\./, ''),
    isEmbedded: name === undefined,
    json,
    options,
    type: { text, imports },
    number: Number(tag('protobuf')?.split(',')[1] ?? 0),
    patchStrategy: tag('patchStrategy'),
    patchMergeKey: tag('patchMergeKey'),
    markers,
  };
}

/** `+name` and `+name=value` lines; maps each name to the list of its values. */
function markersOf(comments) {
  const markers = new Map();
  for (const comment of comments) {
    const match = /^\+([\w:.-]+)(?:=(.*))?$/.exec(comment);
    if (match) markers.set(match[1], [...(markers.get(match[1]) ?? []), (match[2] ?? '').trim()]);
  }
  return markers;
}
