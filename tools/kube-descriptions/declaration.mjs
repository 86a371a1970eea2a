/** What a declaration file says of the type that it declares, and of its fields: { type, fields: Map }. */
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

/** A comment without its stars, and without what stands in it so that it does not end too early. */
function plainText(comment = '') {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
  return lines
    .join('\n')
    .trim()
    .replace(/\\([*'"`_/\\])/g, '$1');
}
