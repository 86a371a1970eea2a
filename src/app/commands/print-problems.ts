const mostPrinted = 100;

/** Prints the problems, and sets the exit code to 1 if there are any. */
export function printProblems(problems: readonly string[], kind: 'damaged' | 'problem' = 'damaged'): void {
  for (const problem of problems.slice(0, mostPrinted)) process.stderr.write(`${kind}: ${problem}\n`);
  const more = problems.length - mostPrinted;
  if (more > 0) process.stderr.write(`${kind}: ${more} more\n`);
  if (problems.length > 0) process.exitCode = 1;
}
