/**
 * The signals that end a program in order. Windows has none: there, Node.js raises SIGINT for Ctrl-C, SIGBREAK for
 * Ctrl-Break, and SIGHUP when the console window is closed, which leaves a few seconds.
 */
export const terminationSignals: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];

/** Resolves with the first of them. */
export function terminationSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of terminationSignals) process.removeListener(signal, end);
      resolve();
    };
    for (const signal of terminationSignals) process.on(signal, end);
  });
}
