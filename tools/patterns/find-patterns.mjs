// Finds the regular expressions in TypeScript: literals, and arguments of functions that create one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** The patterns of all files below a directory, except tests. A pattern that is composed at run time has no source. */
export function findPatterns(directory) {
  const files = readdirSync(directory, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test(?:\.support)?\.ts$/.test(file))
    .sort();
  return files.flatMap((file) => patternsIn(file, readFileSync(join(directory, file), 'utf8')));
}

function patternsIn(file, text) {
  const { body } = parseAst(text, { lang: 'ts' });
  const constants = constantsIn(body);
  const patterns = [];
  visit(body, (node) => {
    const pattern = patternOf(node, constants);
    if (pattern === undefined) return;
    const line = text.slice(0, node.start).split('\n').length;
    patterns.push({ file, line, text: text.slice(node.start, node.end), ...pattern });
  });
  return patterns;
}

/** Functions that create a pattern from their argument. */
const makers = new Map([
  ['RegExp', (source) => source],
  // apimachinery/validation/text-rules.ts
  ['pattern', (source) => `^(?:${source})$`],
]);

function patternOf(node, constants) {
  if (node.regex) return { source: node.regex.pattern, flags: node.regex.flags };
  const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
  const make = isMade && node.callee.type === 'Identifier' ? makers.get(node.callee.name) : undefined;
  if (!make) return undefined;
  const [source, flags] = node.arguments;
  const text = textOf(source, constants);
  const isFlagged = make === makers.get('RegExp') && flags !== undefined;
  return { source: text === undefined ? undefined : make(text), flags: isFlagged ? textOf(flags, constants) : '' };
}

/** The constants of the module; names that a function shadows are not among them. */
function constantsIn(body) {
  const constants = new Map();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    }
  }
  return constants;
}

/** The text of an expression; undefined: unknown. */
function textOf(node, constants) {
  if (node?.type === 'Literal') return node.regex ? undefined : String(node.value);
  if (node?.type === 'TemplateLiteral') {
    const parts = node.expressions.map((expression) => textOf(expression, constants));
    if (parts.includes(undefined)) return undefined;
    return node.quasis.map(({ value }, index) => value.cooked + (parts[index] ?? '')).join('');
  }
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const parts = [textOf(node.left, constants), textOf(node.right, constants)];
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  return node?.type === 'Identifier' ? textOf(constants.get(node.name), constants) : undefined;
}

function visit(node, each) {
  if (Array.isArray(node)) for (const item of node) visit(item, each);
  else if (typeof node?.type === 'string') {
    each(node);
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'object' && value !== null && !(node.type === 'Literal' && name === 'value'))
        visit(value, each);
    }
  }
}
