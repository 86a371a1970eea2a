// Which file imports which names from which file, type-only imports included; for TypeScript and JavaScript sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** All names of a module. */
export const everything = '*';

/**
 * Reads the modules in folders below a root. Returns, by path from the root, what each imports or exports from other
 * modules, `{ target, names }`, the names that it exports, and those of the values that it declares and exports.
 * Imports of built files below `dist/` lead to `src/`.
 */
export function readModules(root, folders) {
  const files = folders.flatMap((folder) => sourcesIn(root, folder));
  return new Map(files.map((file) => [file, readModule(root, file)]));
}

function sourcesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => /\.m?[jt]s$/.test(file) && !/\.d\.ts$|\/node_modules\/|\/dist\//.test(file))
    .sort();
}

function readModule(root, file) {
  const program = parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('.ts') ? 'ts' : 'js' }, file);
  const module = { imports: [], exports: new Set(), values: new Set() };
  visit(program, (node) => {
    const target = targetOf(node);
    if (target !== undefined) module.imports.push({ target: resolved(root, file, target), names: namesFrom(node) });
    if (node.type !== 'ExportNamedDeclaration') return;
    for (const name of exportedNames(node)) module.exports.add(name);
    for (const name of declaredValues(node)) module.values.add(name);
  });
  return module;
}

/** The relative module that a node imports or exports from; undefined: it is no such node. */
function targetOf(node) {
  const isImport = /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration|TSImportType)$/.test(node.type);
  const target = isImport ? node.source?.value : undefined;
  return typeof target === 'string' && target.startsWith('.') ? target : undefined;
}

function namesFrom(node) {
  if (node.type === 'ExportNamedDeclaration') return node.specifiers.map(({ local }) => nameOf(local));
  if (node.type !== 'ImportDeclaration') return [everything];
  return node.specifiers.map(({ imported }) => (imported ? nameOf(imported) : everything));
}

function exportedNames({ declaration, specifiers }) {
  return [...declaredNames(declaration), ...specifiers.map(({ exported }) => nameOf(exported))];
}

function declaredValues({ declaration, exportKind }) {
  return exportKind === 'type' ? [] : declaredNames(declaration);
}

function declaredNames(declaration) {
  const declared = declaration?.declarations?.map(({ id }) => id) ?? [declaration?.id];
  return declared.filter(Boolean).map(nameOf);
}

function nameOf(node) {
  return node.name ?? node.value;
}

function resolved(root, file, target) {
  const path = relative(root, resolve(root, dirname(file), target)).replaceAll('\\', '/');
  return path.replace(/^dist\//, 'src/').replace(/^(src\/.*)\.js$/, '$1.ts');
}

function visit(node, see) {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  else if (typeof node === 'object' && node !== null) {
    if (typeof node.type === 'string') see(node);
    for (const value of Object.values(node)) visit(value, see);
  }
}
