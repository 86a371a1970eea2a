import { isStorageError } from '../../storage/index.js';
import { UsageError } from '../flags/index.js';

/** Runs a program. Errors that the user can fix are printed without a stack. */
export async function runProgram(name: string, main: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const problems = problemsOf(error);
    if (!problems) throw error;
    for (const problem of problems) process.stderr.write(`${name}: ${problem}\n`);
    process.exitCode = 1;
  }
}

function problemsOf(error: unknown): readonly string[] | undefined {
  if (error instanceof UsageError) return error.problems;
  if (isStorageError(error)) return [error.message];
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code, port, address, syscall } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return [`port ${port} is in use: stop what listens there, or give another --secure-port`];
  if (code === 'EADDRNOTAVAIL') return [`${address} is no address of this machine: give another --bind-address`];
  if (code === 'EACCES' && syscall === 'listen') {
    return [`port ${port} is reserved for privileged users: give another --secure-port`];
  }
  return typeof code === 'string' && /^E[A-Z]+$|^ERR_OSSL/.test(code) ? [inPlainWords(error)] : undefined;
}

/** `ENOENT: no such file or directory, open '/x'` becomes `open /x: no such file or directory`, as Go says it. */
function inPlainWords({ message }: Error): string {
  const [, reason, call, path] = /^E[A-Z]+: ([^,]+), (\w+) '(.*)'$/.exec(message) ?? [];
  return reason === undefined ? message : `${call} ${path}: ${reason}`;
}
