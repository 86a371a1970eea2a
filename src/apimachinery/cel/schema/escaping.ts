// Follows staging/src/k8s.io/apiserver/pkg/cel/escaping.go (v1.36)

/** Reserved words of CEL: a property with such a name is written `__name__`. */
const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

export function isReservedWord(word: string): boolean {
  return RESERVED.has(word);
}

/** Returns the CEL identifier of a property; undefined if expressions cannot access it. */
export function escapeIdentifier(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  return name.replace(/__|[.\-/]/g, (found) => ESCAPES[found]!);
}

/** Returns the property of an identifier; undefined if it is not an escaped name. */
export function unescapeIdentifier(identifier: string): string | undefined {
  let valid = true;
  const name = identifier.replace(/__([^_]+)__/g, (found, content: string) => {
    const escaped = Object.keys(ESCAPES).find((text) => ESCAPES[text] === found);
    if (escaped !== undefined) return escaped;
    if (!RESERVED.has(content) || found.length !== identifier.length) valid = false;
    return content;
  });
  return valid ? name : undefined;
}
