import { useEffect, useRef, useState } from 'preact/hooks';
import { type KubeObject, root } from '../api/client.ts';
import { pathOf } from '../api/discovery.ts';
import { theme } from '../settings.ts';
import type { Terminal, TerminalOptions } from '../terminal/create-terminal.ts';
import { RemoteCommand } from '../terminal/remote-command.ts';
import { Problem } from '../ui/parts.tsx';
import { containersOf, pods } from './logs-tab.tsx';

/** A command in a container, in a terminal, which is loaded with its first use. */
export function ExecTab({ object }: { object: KubeObject }) {
  const containers = containersOf(object);
  const [container, setContainer] = useState(containers[0] ?? '');
  const [command, setCommand] = useState('sh');
  const [problem, setProblem] = useState<Error | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const [hasRun, setHasRun] = useState(false);
  const running = useRef<RemoteCommand | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const [host, terminal] = useTerminal({
    onInput: (text) => running.current?.send(text),
    onResize: (size) => running.current?.resize(size),
    onLeave: () => button.current?.focus(),
  });
  useEffect(() => () => running.current?.close(), []);
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isRunning) {
      running.current?.close();
      return;
    }
    setProblem(undefined);
    setRunning(true);
    setHasRun(true);
    const screen = await terminal();
    screen.clear();
    const started = new RemoteCommand(execUrl(object, container, command), {
      onOpen: () => {
        started.resize(screen.size);
        screen.focus();
      },
      onOutput: (content) => screen.write(content),
      onEnd: (reason) => {
        running.current = undefined;
        setRunning(false);
        if (reason !== undefined) setProblem(new Error(reason));
      },
    });
    running.current = started;
  };
  return (
    <>
      <form class="tools" onSubmit={run}>
        <select aria-label="Container" value={container} onChange={(event) => setContainer(event.currentTarget.value)}>
          {containers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input aria-label="Command" value={command} onInput={(event) => setCommand(event.currentTarget.value)} />
        <button type="submit" class={isRunning ? '' : 'primary'} ref={button}>
          {isRunning ? 'Stop' : 'Run'}
        </button>
        {isRunning && <span class="dim">Shift Esc leaves the terminal</span>}
      </form>
      {problem && <Problem error={problem} />}
      <div class="terminal-frame">
        {!hasRun && <p class="dim">Run the command: what it prints appears here.</p>}
        <div class="terminal-screen mono" ref={host} />
      </div>
    </>
  );
}

/** The element that contains the terminal, and a function that resolves when the terminal is loaded. */
function useTerminal(options: TerminalOptions) {
  const host = useRef<HTMLDivElement>(null);
  const loading = useRef<Promise<Terminal>>(never);
  useEffect(() => {
    const element = host.current!;
    const terminal = import('../terminal/create-terminal.ts').then(({ createTerminal }) => {
      return element.isConnected ? createTerminal(element, options) : never;
    });
    loading.current = terminal;
    const unsubscribe = theme.subscribe(() => void terminal.then((loaded) => loaded.recolour()));
    return () => {
      unsubscribe();
      void terminal.then((loaded) => loaded.destroy());
    };
  }, []);
  return [host, () => loading.current] as const;
}

const never = new Promise<never>(() => {});

function execUrl(object: KubeObject, container: string, command: string): URL {
  const url = new URL(pathOf(pods, { ...object.metadata, subresource: 'exec' }), root());
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const words = command
    .trim()
    .split(/\s+/)
    .map((word) => ['command', word]);
  const streams = ['stdin', 'stdout', 'tty'].map((name) => [name, 'true']);
  url.search = new URLSearchParams([...words, ['container', container], ...streams]).toString();
  return url;
}
