// Follows staging/src/k8s.io/apimachinery/pkg/util/remotecommand/constants.go (v1.36)

/** Of the remote command protocol. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const;

export interface RemoteCommandOptions {
  readonly onOpen: () => void;
  readonly onOutput: (content: Uint8Array) => void;
  /** Called once, with why the command has ended; undefined: it has succeeded, or was stopped. */
  readonly onEnd: (reason: string | undefined) => void;
}

/** A command that runs in a container, with a terminal. */
export class RemoteCommand {
  readonly #socket: WebSocket;
  /** What was typed before the command was running. */
  #typedAhead = '';

  constructor(url: URL, { onOpen, onOutput, onEnd }: RemoteCommandOptions) {
    let reason: string | undefined;
    this.#socket = new WebSocket(url, ['v5.channel.k8s.io', 'v4.channel.k8s.io']);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onopen = () => {
      onOpen();
      this.send(this.#typedAhead);
    };
    this.#socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      const [channel] = new Uint8Array(data, 0, 1);
      const content = new Uint8Array(data, 1);
      if (channel === channels.error) reason = failureIn(new TextDecoder().decode(content));
      else onOutput(content);
    };
    this.#socket.onerror = () => {
      reason ??= 'The command cannot be run: it is forbidden, or the node of the pod cannot be reached.';
    };
    this.#socket.onclose = () => onEnd(reason);
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#typedAhead += text;
    else if (text !== '') this.#write(channels.stdin, text);
  }

  resize({ columns, rows }: { columns: number; rows: number }): void {
    this.#write(channels.resize, JSON.stringify({ Width: columns, Height: rows }));
  }

  close(): void {
    this.#socket.close();
  }

  #write(channel: number, text: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const bytes = new TextEncoder().encode(text);
    const message = new Uint8Array(bytes.length + 1);
    message[0] = channel;
    message.set(bytes, 1);
    this.#socket.send(message);
  }
}

/** The last message is a Status. */
function failureIn(content: string): string | undefined {
  try {
    const { status, message } = JSON.parse(content) as { status?: string; message?: string };
    return status === 'Success' ? undefined : message;
  } catch {
    return content;
  }
}
