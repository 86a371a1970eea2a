const mostPrinted = 100;

/** Prints the problems, and sets the exit code to 1 if there are any. */
export function printProblems(problems: readonly string[]): void {
  for (const problem of problems.slice(0, mostPrinted)) process.stderr.write(`damaged: ${problem}\n`);
  const more = problems.length - mostPrinted;
  if (more > 0) process.stderr.write(`damaged: ${more} more\n`);
  if (problems.length > 0) process.exitCode = 1;
}
