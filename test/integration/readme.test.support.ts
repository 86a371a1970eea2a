import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Step {
  readonly command: string;
  readonly output: string;
}

/** `$ command`, with `> ` before further lines of it, and its output, from all console blocks. */
export function stepsOf(text: string): Step[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const lines = step.split('\n');
        const first = lines.findIndex((line, index) => index > 0 && !line.startsWith('> '));
        const [start = '', ...rest] = lines.slice(0, first);
        const command = [start, ...rest.map((line) => line.slice('> '.length))].join('\n');
        return { command, output: lines.slice(first).join('\n') };
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

/** Whether lines are as expected: `…` stands for any text, and a line of it alone for any lines. */
export function matches(received: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return received.length === 0;
  if (first !== '…') return received.length > 0 && isLike(received[0]!, first) && matches(received.slice(1), rest);
  for (let skipped = 0; skipped <= received.length; skipped++) {
    if (matches(received.slice(skipped), rest)) return true;
  }
  return false;
}

function isLike(line: string, expected: string): boolean {
  const parts = expected.split('…');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = line.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  return at === line.length || parts.at(-1) === '' || line.endsWith(parts.at(-1)!);
}

const newDefinition = /^customresourcedefinition\.apiextensions\.k8s\.io\/(\S+) (?:created|serverside-applied)$/gm;

/** One shell for all commands, so that exports persist. */
export class Shell {
  readonly #shell;
  #output = '';
  #onOutput: () => void = () => undefined;

  constructor(directory: string, env: NodeJS.ProcessEnv = process.env) {
    this.#shell = spawn('bash', [], { cwd: directory, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#shell.stdin.write('exec 2>&1\n');
    this.#shell.stdout.on('data', (chunk) => {
      this.#output += chunk;
      this.#onOutput();
    });
  }

  /**
   * The output of a command; of a background command that has some, its first line. Those who type wait until a new definition
   * is in discovery without knowing it; a busy machine can be slower than the next command here.
   */
  async run(command: string, options: { isSilent?: boolean } = {}): Promise<string> {
    const output = await this.#run(command, options);
    const kubectl = `kubectl ${/--kubeconfig[= ]\S+/.exec(command)?.[0] ?? ''}`;
    for (const [, name] of output.matchAll(newDefinition)) {
      await this.#run(`until ${kubectl} get ${name} > /dev/null 2>&1; do sleep 0.1; done`);
    }
    return output;
  }

  async #run(command: string, { isSilent = false } = {}): Promise<string> {
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
    // What was started last may need what was started before it.
    this.#shell.stdin.end('for job in $(jobs -p | tac); do kill $job 2> /dev/null; wait $job; done\n');
    await ended;
  }
}
