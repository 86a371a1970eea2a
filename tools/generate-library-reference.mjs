// Writes docs/library.md: every export of every public entry of the package, with its declaration and its comment.
//   npm run build && node tools/generate-library-reference.mjs            writes it
//   npm run build && node tools/generate-library-reference.mjs --check    fails if it is not current
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'docs', 'library.md');
const modules = new Map();
const text = reference(publicEntries());

if (!process.argv.includes('--check')) writeFileSync(output, text);
else if (readFileSync(output, 'utf8') !== text) {
  console.error('docs/library.md is not current: run tools/generate-library-reference.mjs');
  process.exitCode = 1;
}

/** Entries such as `trestle/server` with their declaration files. Those of the API types are a pattern and left out. */
function publicEntries() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([entry, target]) => target.types && !entry.includes('*'))
    .map(([entry, target]) => ({ name: posix.join(name, entry), file: join(root, target.types) }));
}

function reference(entries) {
  return [
    '# Library reference',
    '',
    'Every export of the package, by entry, with its declaration. [extension-server.md](extension-server.md) teaches how',
    'to use them. The types of all built-in API objects have an entry for each group and version, such as',
    "`import type { Deployment } from 'trestle/api/apps/v1'`; they are not listed here.",
    '',
    'This file is generated from the declaration files by `node tools/generate-library-reference.mjs`.',
    '',
    ...entries.map(({ name }) => `- [${name}](#${name.replaceAll('/', '')})`),
    ...entries.flatMap(({ name, file }) => ['', `## ${name}`, ...exportsOf(file).flatMap(describe)]),
    '',
  ].join('\n');
}

function describe({ name, declarations }) {
  const comment = commentOf(declarations[0]);
  const code = declarations.map(codeOf).join('\n');
  return ['', `### ${name}`, '', ...(comment === '' ? [] : [comment, '']), '```ts', code, '```'];
}

/** All exports of a file with their declarations, sorted by name. */
function exportsOf(file) {
  const names = [...exportedNames(file)].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return names.map((name) => ({ name, declarations: resolve(file, name) }));
}

function exportedNames(file) {
  const { declared, forwarded, stars } = readModule(file);
  return new Set([...declared.keys(), ...forwarded.keys(), ...stars.flatMap((other) => [...exportedNames(other)])]);
}

/** The declarations of an export, wherever they are. */
function resolve(file, name) {
  const { declared, forwarded, stars } = readModule(file);
  if (declared.has(name)) return declared.get(name);
  const target = forwarded.get(name);
  if (target) return resolve(target.file, target.name);
  const found = stars.find((other) => exportedNames(other).has(name));
  if (!found) throw new Error(`${file} does not export ${name}`);
  return resolve(found, name);
}

function readModule(file) {
  if (!modules.has(file)) modules.set(file, parseModule(file));
  return modules.get(file);
}

function parseModule(file) {
  const source = readFileSync(file, 'utf8');
  const { body } = parseAst(source, { lang: 'dts' }, file);
  const declared = new Map();
  const forwarded = new Map();
  const stars = [];
  const local = new Map();
  const imported = new Map();
  for (const statement of body) {
    const from = statement.source && resolvePath(file, statement.source.value);
    if (statement.type === 'ImportDeclaration') {
      for (const { local: alias, imported: original } of statement.specifiers)
        if (original) imported.set(alias.name, { file: from, name: original.name });
    } else if (statement.type === 'ExportAllDeclaration') stars.push(from);
    else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
      for (const { local: original, exported } of statement.specifiers)
        forwarded.set(exported.name, { file: from, name: original.name });
    } else {
      const declaration = statement.declaration ?? statement;
      const into = statement.declaration ? declared : local;
      for (const name of namesOf(declaration))
        into.set(name, [
          ...(into.get(name) ?? []),
          { source, statement, start: declaration.start, end: declaration.end },
        ]);
    }
  }
  for (const [name, target] of forwarded) {
    if (target.file) continue;
    forwarded.delete(name);
    if (local.has(target.name)) declared.set(name, local.get(target.name));
    else forwarded.set(name, imported.get(target.name));
  }
  return { declared, forwarded, stars };
}

function namesOf({ type, id, declarations = [] }) {
  if (type === 'VariableDeclaration') return declarations.map((declaration) => declaration.id.name);
  return id ? [id.name] : [];
}

/** Undefined for other packages, whose names are used but not exported. */
function resolvePath(file, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  return join(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
}

/** The JSDoc comment right before a declaration, as plain text. */
function commentOf({ source, statement }) {
  const before = source.slice(0, statement.start).trimEnd();
  if (!before.endsWith('*/')) return '';
  const comment = before.slice(before.lastIndexOf('/**') + 3, -2);
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** The declaration as it is written, without private members. */
function codeOf({ source, start, end }) {
  return source
    .slice(start, end)
    .split('\n')
    .filter((line) => !/^\s*(?:private |#private;)/.test(line))
    .join('\n')
    .replace(/^declare /, '');
}
