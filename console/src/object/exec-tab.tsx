import { useEffect, useRef, useState } from 'preact/hooks';
import { type KubeObject, root } from '../api/client.ts';
import { pathOf } from '../api/discovery.ts';
import { Problem } from '../ui/parts.tsx';
import { containersOf, pods } from './logs-tab.tsx';

/** Of the remote command protocol. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3 } as const;

/** A command in a container: lines in, text out. */
export function ExecTab({ object }: { object: KubeObject }) {
  const containers = containersOf(object);
  const [container, setContainer] = useState(containers[0] ?? '');
  const [command, setCommand] = useState('sh');
  const [text, setText] = useState('');
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<Error | undefined>(undefined);
  const [socket, setSocket] = useState<WebSocket | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const element = useRef<HTMLPreElement>(null);
  useEffect(() => () => socket?.close(), [socket]);
  useEffect(() => element.current?.scrollTo(0, element.current.scrollHeight), [text]);
  const run = () => {
    setText('');
    setProblem(undefined);
    const url = execUrl(object, container, command);
    const opened = new WebSocket(url, ['v5.channel.k8s.io', 'v4.channel.k8s.io']);
    opened.binaryType = 'arraybuffer';
    opened.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      const [channel = 0] = new Uint8Array(data, 0, 1);
      const content = new TextDecoder().decode(new Uint8Array(data, 1));
      setText((before) => (before + (channel === channels.error ? ended(content) : content)).slice(-500_000));
    };
    opened.onerror = () =>
      setProblem(new Error('The command cannot be run: it is forbidden, or the node of the pod cannot be reached.'));
    opened.onopen = () => setIsOpen(true);
    opened.onclose = () => {
      setIsOpen(false);
      setSocket(undefined);
    };
    setSocket(opened);
  };
  const send = (event: Event) => {
    event.preventDefault();
    const bytes = new TextEncoder().encode(`\0${line}\n`);
    socket?.send(bytes);
    setText((before) => `${before}$ ${line}\n`);
    setLine('');
  };
  return (
    <>
      <div class="tools">
        <select aria-label="Container" value={container} onChange={(event) => setContainer(event.currentTarget.value)}>
          {containers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input aria-label="Command" value={command} onInput={(event) => setCommand(event.currentTarget.value)} />
        {socket ? (
          <button type="button" onClick={() => socket.close()}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" onClick={run}>
            Run
          </button>
        )}
      </div>
      {problem && <Problem error={problem} />}
      <pre class="terminal" ref={element} tabIndex={0} aria-label="Output">
        {text}
      </pre>
      <form onSubmit={send}>
        <input
          class="wide mono"
          aria-label="Input"
          placeholder="a line for the command"
          disabled={!isOpen}
          value={line}
          onInput={(event) => setLine(event.currentTarget.value)}
        />
      </form>
    </>
  );
}

function execUrl(object: KubeObject, container: string, command: string): URL {
  const url = new URL(pathOf(pods, { ...object.metadata, subresource: 'exec' }), root());
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const words = command
    .trim()
    .split(/\s+/)
    .map((word) => ['command', word]);
  url.search = new URLSearchParams([
    ...words,
    ['container', container],
    ['stdin', 'true'],
    ['stdout', 'true'],
    ['stderr', 'true'],
  ]).toString();
  return url;
}

/** The last message is a Status. */
function ended(content: string): string {
  try {
    const { status, message } = JSON.parse(content) as { status?: string; message?: string };
    return status === 'Success' ? '\n[ended]\n' : `\n[${message}]\n`;
  } catch {
    return `\n[${content}]\n`;
  }
}
