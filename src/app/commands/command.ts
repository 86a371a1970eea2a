/** A command of the program `trestle`. */
export interface Command {
  /** The output of `--help`. */
  readonly usage: string;
  run(args: readonly string[]): Promise<void>;
}
