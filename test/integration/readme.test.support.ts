import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Step {
  readonly command: string;
  readonly output: string;
}

/** `$ command` and its output, from all console blocks. */
export function stepsOf(text: string): Step[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const end = step.indexOf('\n');
        return { command: step.slice(0, end), output: step.slice(end + 1) };
      }),
  );
}

/** Ignores values that differ between runs, and the alignment of columns. */
export function normalized(output: string): string[] {
  return output
    .replace(/\b\d+s$/gm, '<age>')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '<time>')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
}

/** One shell for all commands, so that exports persist. */
export class Shell {
  readonly #shell;
  #output = '';
  #onOutput: () => void = () => undefined;

  constructor(directory: string) {
    this.#shell = spawn('bash', [], { cwd: directory, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#shell.stdin.write('exec 2>&1\n');
    this.#shell.stdout.on('data', (chunk) => {
      this.#output += chunk;
      this.#onOutput();
    });
  }

  /** The output of a command; of a background command that has some, its first line. */
  async run(command: string, { isSilent = false } = {}): Promise<string> {
    const mark = 'the command has ended';
    const isBackground = command.endsWith('&') && !isSilent;
    this.#output = '';
    this.#shell.stdin.write(isBackground ? `${command}\n` : `${command}\necho '${mark}'\n`);
    const end = isBackground ? '\n' : mark;
    while (!this.#output.includes(end)) await new Promise<void>((resolve) => (this.#onOutput = resolve));
    return this.#output.slice(0, this.#output.indexOf(end));
  }

  async close(): Promise<void> {
    const ended = once(this.#shell, 'exit');
    this.#shell.stdin.end('kill $(jobs -p) 2> /dev/null; wait\n');
    await ended;
  }
}
