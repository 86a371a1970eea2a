/** The documentation of a declared type and of its fields: { type, fields: Map }. */
export function readDeclaration(text) {
  const body = /export (?:interface|declare class) \w+[^{]*\{/.exec(text);
  const start = body?.index ?? text.search(/export type /);
  if (start < 0) return undefined;
  const fields = new Map();
  const members = body ? text.slice(start + body[0].length, text.indexOf('\n}', start)) : '';
  for (const [, comment, name] of members.matchAll(/\/\*\*(.*?)\*\/\s*['"]([^'"]+)['"]\??:/gs)) {
    fields.set(name, plainText(comment));
  }
  return { type: plainText(/\/\*\*((?:(?!\*\/).)*)\*\/\s*$/s.exec(text.slice(0, start))?.[1]), fields };
}

/** Removes the stars of a comment, and the escaping of comment ends. */
function plainText(comment = '') {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
  return lines
    .join('\n')
    .trim()
    .replace(/\\([*'"`_/\\])/g, '$1');
}
