// How long a thread has run, and has waited for a processor. Linux only.
import { existsSync, readFileSync } from 'node:fs';

/** Returns a function that reads the times of the main thread of a process, in milliseconds; undefined: not known here. */
export function threadTimes(pid) {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(file)) return undefined;
  return () => {
    const [ran, waited] = readFileSync(file, 'latin1')
      .split(' ', 2)
      .map((nanoseconds) => Number(nanoseconds) / 1e6);
    return { ran, waited };
  };
}
