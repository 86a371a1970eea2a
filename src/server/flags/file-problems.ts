import { statSync } from 'node:fs';

/** How kube-apiserver names the flags whose values are files. */
const namesOfFileFlags = /file$|^(?:authentication|authorization|encryption-provider)-config$/;

/** The flags that name a directory instead of a file: reading one fails with an error that has no path. */
export function fileProblems(values: Readonly<Record<string, unknown>>, given: ReadonlySet<string>): string[] {
  return [...given].flatMap((name) => {
    if (!namesOfFileFlags.test(name)) return [];
    const paths = [values[name]].flat().filter((value) => typeof value === 'string');
    return paths.filter(isDirectory).map((path) => `--${name}: ${path} is a directory, not a file`);
  });
}

/** What cannot be examined is reported when it is read. */
function isDirectory(path: string): boolean {
  try {
    return path !== '' && statSync(path).isDirectory();
  } catch {
    return false;
  }
}
