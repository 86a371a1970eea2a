import { messageOf } from '../../apimachinery/status/index.js';

/** An error that the user who starts the program can fix: printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** Turns an error about something that flags name into a `UsageError`. */
export async function asUsageError<Value>(flags: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const message = messageOf(error);
    throw new UsageError([`${flags}: ${message}`], { cause: error });
  }
}
