import { isStorageError } from '../storage/index.js';
import { type KubeApiServerValues, kubeApiServerFlags, type ParsedFlags } from './flags/index.js';
import { UsageError } from './usage-error.js';

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
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return [`port ${port} is in use: stop what listens there, or give another --secure-port`];
  if (code === 'EADDRNOTAVAIL') return [`${address} is no address of this machine: give another --bind-address`];
  return typeof code === 'string' && /^E[A-Z]+$|^ERR_OSSL/.test(code) ? [error.message] : undefined;
}

/** All problems with the flags of a server: syntax and validation. */
export function flagProblems(
  parsed: ParsedFlags<typeof kubeApiServerFlags>,
  validate: () => readonly string[],
): readonly string[] {
  const refused = [...parsed.given].flatMap((name) => {
    const { unsupported } = kubeApiServerFlags[name as keyof KubeApiServerValues] as { unsupported?: string };
    return unsupported === undefined ? [] : [`--${name} is not supported: ${unsupported}`];
  });
  const unexpected = parsed.positionals.map((word) => `unexpected argument ${JSON.stringify(word)}`);
  const problems = [...parsed.errors, ...unexpected, ...refused];
  // Values that could not be parsed cannot be validated.
  return parsed.errors.length > 0 ? problems : [...problems, ...validate()];
}
