// Child processes of benchmarks: each responds to one message with one message.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a process; its first message contains its port, if it listens on one. */
export async function startChild(file, ...args) {
  const child = fork(fileURLToPath(file), args);
  const [{ port }] = await once(child, 'message');
  child.port = port;
  return child;
}

export async function ask(child, question) {
  const answered = once(child, 'message');
  child.send(question);
  return (await answered)[0];
}
