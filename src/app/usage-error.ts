/** What a person who starts a program can put right: told without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** What goes wrong with something that flags name is for the person who gave them. */
export async function asUsageError<Value>(flags: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError([`${flags}: ${message}`], { cause: error });
  }
}
