// Inserts a counter into every branch of a source text: functions, loops, branches and short-circuit operators.
import { parseAst } from 'rolldown/parseAst';

/** The number of counters; if there are more branches, they share them. */
export const counterCount = 1 << 16;

/** Reads as `__branches[7]++` in the instrumented text; the array is that of `globalThis.__branches`. */
const counter = '__branches';

/** `next`: returns the number of the next branch. */
export function instrument(code, file, next) {
  const insertions = [];
  const count = () => `${counter}[${next() % counterCount}]++`;
  const before = (position, text) => insertions.push({ position, text, order: insertions.length });
  const inBlock = (node) => {
    if (node.type === 'BlockStatement') before(node.start + 1, `${count()};`);
    else {
      before(node.start, `{${count()};`);
      before(node.end, '}');
    }
  };
  const inExpression = (node) => {
    before(node.start, `(${count()},`);
    before(node.end, ')');
  };
  const visitors = {
    IfStatement({ consequent, alternate }) {
      inBlock(consequent);
      if (alternate && alternate.type !== 'IfStatement') inBlock(alternate);
    },
    SwitchCase({ consequent }) {
      if (consequent.length > 0) before(consequent[0].start, `${count()};`);
    },
    ConditionalExpression({ consequent, alternate }) {
      inExpression(consequent);
      inExpression(alternate);
    },
    LogicalExpression: ({ right }) => inExpression(right),
    ArrowFunctionExpression: ({ body }) => (body.type === 'BlockStatement' ? inBlock(body) : inExpression(body)),
    CatchClause: ({ body }) => inBlock(body),
  };
  for (const loop of ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']) {
    visitors[loop] = ({ body }) => inBlock(body);
  }
  for (const callable of ['FunctionDeclaration', 'FunctionExpression']) {
    visitors[callable] = ({ body }) => body?.type === 'BlockStatement' && inBlock(body);
  }
  walk(parseAst(code, { lang: file.endsWith('.ts') ? 'ts' : 'js' }, file), visitors);
  return `const ${counter} = globalThis.${counter};\n${inserted(code, insertions)}`;
}

function walk(node, visitors) {
  if (Array.isArray(node)) for (const each of node) walk(each, visitors);
  else if (typeof node?.type === 'string') {
    visitors[node.type]?.(node);
    for (const key in node) if (typeof node[key] === 'object') walk(node[key], visitors);
  }
}

/** At the same position, ends of inner nodes come before ends of outer ones, and starts of outer nodes come first. */
function inserted(code, insertions) {
  const isEnd = ({ text }) => text === ')' || text === '}';
  insertions.sort((a, b) => {
    if (a.position !== b.position) return a.position - b.position;
    if (isEnd(a) !== isEnd(b)) return isEnd(a) ? -1 : 1;
    return isEnd(a) ? b.order - a.order : a.order - b.order;
  });
  const parts = [];
  let end = 0;
  for (const { position, text } of insertions) {
    parts.push(code.slice(end, position), text);
    end = position;
  }
  return parts.join('') + code.slice(end);
}
