// Runs everything that the README shows on a console, in order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

interface Step {
  readonly command: string;
  readonly output: string;
}

/** `$ command` and its output, from all console blocks. */
function stepsOf(text: string): Step[] {
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
function normalized(output: string): string[] {
  return output
    .replace(/\b\d+s$/gm, '<age>')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '<time>')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
}

/** One shell for all commands, so that exports persist. */
class Shell {
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

  /** The output of a command; of a background command, its first line. */
  async run(command: string): Promise<string> {
    const mark = 'the command has ended';
    const isBackground = command.endsWith('&');
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

const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
let server: ReturnType<typeof spawn>;
let shell: Shell;

beforeAll(async () => {
  symlinkSync(join(root, 'examples'), join(directory, 'examples'));
  server = spawn(process.execPath, [join(root, 'lib/app/main.js'), '--secure-port=0'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout!, 'data');
  shell = new Shell(directory);
  await shell.run(
    'until kubectl --kubeconfig .trestle/admin.kubeconfig get --raw=/readyz > /dev/null 2>&1; do :; done',
  );
});

afterAll(async () => {
  await shell.close();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(directory, { recursive: true });
});

const steps = stepsOf(readme);

test('there is something to run', () => {
  expect(steps.length).toBeGreaterThan(10);
});

test.each(steps)('$command', async ({ command, output }) => {
  expect(normalized(await shell.run(command))).toEqual(normalized(output));
});
