// Checks that keys of maps and caches are unambiguous: a key of several parts is made by compositeKey, or a comment
// right above that begins with "Unambiguous:" explains why its parts cannot contain the separator.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const keyedMethods = new Set(['get', 'set', 'has', 'delete', 'add', 'groupBy']);
const keyName = /(?:^#?key|Key|KeyOf|^#?identity|^#?keyOf|^#?keyFor)$/;
const marker = 'Unambiguous:';
/** The reason may be at most this many lines above the key. */
const reasonLines = 5;
/** The depth to which functions that make keys are followed. */
const maxDepth = 5;

const source = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const files = readdirSync(source, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|test\.support|generated|d)\.ts$/.test(file))
  .map(readSource);
const exportedFunctions = files.flatMap(({ functions }) => functions.filter(({ isExported }) => isExported));

const problems = new Map();
for (const file of files) visit(file.program, [], (node, parents) => checkNode(file, node, parents));
if (files.length === 0) problems.set(source, 'no source files');
for (const problem of [...problems.values()].sort()) console.error(problem);
console.log(`keys: ${files.length} files, ${problems.size} problems`);
process.exitCode = problems.size > 0 ? 1 : 0;

function readSource(name) {
  const text = readFileSync(join(source, name), 'utf8');
  const program = parseAst(text, { lang: 'ts' }, name);
  const file = {
    name,
    text,
    lines: text.split('\n'),
    program,
    functions: [],
    constants: [],
    texts: [],
    imported: new Set(),
  };
  visit(program, [], (node, parents) => collect(file, node, parents));
  return file;
}

/** Collects what names refer to: functions with their return values, and constants with their enclosing block. */
function collect(file, node, parents) {
  if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
    for (const { local } of node.specifiers) file.imported.add(local.name);
  }
  const parent = parents.at(-1);
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
    const block = parents.findLast(({ type }) => /^(?:BlockStatement|Program|StaticBlock|For\w*)$/.test(type));
    file.constants.push({ name: node.id.name, value: node.init, block });
    if (block === parents[0] && node.init.type === 'Literal') file.texts.push(node.id.name);
  }
  if (!isFunction(node)) return;
  const name = node.id?.name ?? nameOf(parent?.key ?? parent?.id);
  if (name === undefined) return;
  const isExported = parents.some(({ type }) => type === 'ExportNamedDeclaration');
  file.functions.push({ name, node, file, isExported: isExported && parents.length < 5 });
}

function checkNode(file, node, parents) {
  for (const key of [...keysIn(node, parents), ...keyArguments(file, node)]) {
    const composed = composition(key, { file, parents, depth: 0 });
    if (composed) report(composed, placeOf(file, key));
  }
}

/** The expressions that are used for lookups, or that are called keys. */
function keysIn(node, parents) {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const isGrouping = nameOf(node.callee.property) === 'groupBy';
    // The method of buffers that copies bytes.
    if (nameOf(node.callee.property) === 'set' && node.arguments.length === 1) return [];
    const key = node.arguments[isGrouping ? 1 : 0];
    return key && !node.callee.computed && keyedMethods.has(nameOf(node.callee.property)) ? [key] : [];
  }
  if (node.type === 'NewExpression' && ['Map', 'Set', 'WeakMap'].includes(nameOf(node.callee))) return membersOf(node);
  if (node.type === 'MemberExpression' && node.computed) return [node.property];
  if (node.type === 'VariableDeclarator') return keyName.test(nameOf(node.id) ?? '') && node.init ? [node.init] : [];
  if (['Property', 'PropertyDefinition', 'MethodDefinition'].includes(node.type)) {
    const isPattern = parents.at(-1)?.type === 'ObjectPattern';
    return !isPattern && !node.computed && keyName.test(nameOf(node.key) ?? '') && node.value ? [node.value] : [];
  }
  return isFunction(node) && keyName.test(node.id?.name ?? '') ? [node] : [];
}

/** Arguments of functions that use them for lookups. */
function keyArguments(file, node) {
  if (node.type !== 'CallExpression') return [];
  const called = calledFunctions(file, node);
  return node.arguments.filter((_, index) => called.some((one) => usesAsKey(one.node, index)));
}

function usesAsKey({ params, body }, index) {
  const name = nameOf(params[index]);
  let isUsed = false;
  if (name === undefined || !body) return false;
  visit(body, [], (node, parents) => {
    isUsed ||= keysIn(node, parents).some((key) => nameOf(key) === name);
  });
  return isUsed;
}

function calledFunctions(file, { callee }) {
  const isOwnMethod = callee.type === 'MemberExpression' && callee.object.type === 'ThisExpression';
  const name = nameOf(isOwnMethod ? callee.property : callee);
  if (name === undefined) return [];
  const own = file.functions.filter((one) => one.name === name);
  if (own.length > 0 || !file.imported.has(name)) return own;
  return exportedFunctions.filter((one) => one.name === name);
}

/** The initial entries or values of a new Map or Set. */
function membersOf({ callee, arguments: [members] }) {
  const found = [];
  if (!members) return found;
  visit(members, [], (node) => {
    if (callee.name === 'Set' && isFunction(node)) found.push(node);
    if (callee.name !== 'Set' && node.type === 'ArrayExpression' && node.elements.length === 2)
      found.push(node.elements[0]);
  });
  return found;
}

/** The expression that concatenates several non-constant texts; undefined: it does not. */
function composition(node, scope) {
  const { file, depth } = scope;
  if (!node || depth > maxDepth) return undefined;
  const inner = (part, more = {}) => composition(part, { ...scope, ...more, depth: depth + 1 });
  switch (node.type) {
    case 'TemplateLiteral':
      if (variableParts(node.expressions, scope).length > 1) return { file, node };
      return node.expressions.map((part) => inner(part)).find(Boolean);
    case 'BinaryExpression':
      return isTextSum(node) ? { file, node } : undefined;
    case 'ConditionalExpression':
      return inner(node.consequent) ?? inner(node.alternate);
    case 'LogicalExpression':
      return inner(node.left) ?? inner(node.right);
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'AwaitExpression':
      return inner(node.expression ?? node.argument);
    case 'Identifier':
      return constantComposition(node, scope, inner);
    case 'CallExpression':
      return callComposition(node, scope, inner);
    default:
      return isFunction(node)
        ? returned(node)
            .map((value) => inner(value, { parents: [node, node.body] }))
            .find(Boolean)
        : undefined;
  }
}

/** The parts that are not names of constant texts. */
function variableParts(parts, { file }) {
  const isConstant = ({ type, name }) =>
    type === 'Identifier' && (file.imported.has(name) ? files : [file]).flatMap(({ texts }) => texts).includes(name);
  return parts.filter((part) => !isConstant(part));
}

/** `a + '/' + b`, but not a sum of numbers. */
function isTextSum(node) {
  const parts = [];
  const flatten = (one) => {
    if (one.type === 'BinaryExpression' && one.operator === '+') [one.left, one.right].forEach(flatten);
    else parts.push(one);
  };
  flatten(node);
  const isText = (one) => one.type === 'TemplateLiteral' || (one.type === 'Literal' && typeof one.value === 'string');
  return parts.length > 1 && parts.some(isText) && parts.filter((one) => one.type !== 'Literal').length > 1;
}

function constantComposition({ name }, { file, parents }, inner) {
  const known = file.constants.filter(
    (one) => one.name === name && (parents.includes(one.block) || one.block === file.program),
  );
  return known.map(({ value }) => inner(value)).find(Boolean);
}

function callComposition(call, { file }, inner) {
  const { callee } = call;
  const name = nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
  if (name === undefined || name === 'compositeKey') return undefined;
  if (callee.type === 'MemberExpression' && name === 'join') return { file, node: callee.property };
  if (name === 'String') return inner(call.arguments[0]);
  return calledFunctions(file, call)
    .map((one) => inner(one.node, { file: one.file, parents: [] }))
    .find(Boolean);
}

function returned({ body }) {
  if (!body) return [];
  if (body.type !== 'BlockStatement') return [body];
  const values = [];
  visit(body, [], (node) => {
    if (isFunction(node)) return 'skip';
    if (node.type === 'ReturnStatement' && node.argument) values.push(node.argument);
    return undefined;
  });
  return values;
}

function lineOf({ text }, { start }) {
  return text.slice(0, start).split('\n').length;
}

function placeOf(file, node) {
  return `src/${file.name}:${lineOf(file, node)}`;
}

function report({ file, node }, use) {
  const line = lineOf(file, node);
  const above = file.lines.slice(Math.max(0, line - 1 - reasonLines), line).join('\n');
  if (above.includes(marker)) return;
  const where = placeOf(file, node);
  const used = use === where ? '' : ` (used in ${use})`;
  problems.set(where, `${where}: ${file.lines[line - 1].trim()} is a key of several parts: use compositeKey${used}`);
}

function isFunction({ type }) {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

function nameOf(node) {
  return node?.type === 'Identifier' || node?.type === 'PrivateIdentifier' ? node.name : undefined;
}

function visit(node, parents, see) {
  if (see(node, parents) === 'skip') return;
  const inside = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (child?.type) visit(child, inside, see);
  }
}
