import type { SendHandle } from 'node:child_process';
import { messageOf } from '../../apimachinery/status/index.js';

/** A child process, or in a child its own process. */
export interface Channel {
  readonly connected: boolean;
  send?(message: object, handle: SendHandle | undefined, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown, handle: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

type Body = string | number | object | undefined;
type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly body: Body }
  | { readonly kind: 'answer'; readonly id: number; readonly body?: Body; readonly error?: string }
  | { readonly kind: 'note'; readonly name: string; readonly body: Body };

interface Waiting {
  readonly resolve: (body: never) => void;
  readonly reject: (error: Error) => void;
}

/** Calls and notifications between the processes of one server, in both directions. */
export class Peer {
  readonly #channel: Channel;
  readonly #calls = new Map<number, Waiting>();
  readonly #handlers = new Map<string, (body: never, handle: unknown) => unknown>();
  #lastCall = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.on('message', this.#receive);
    channel.on('disconnect', () => this.#disconnected());
  }

  /** Sets what happens on a call or notification of this name. */
  on<Sent>(name: string, handle: (body: Sent, handle: unknown) => unknown): this {
    this.#handlers.set(name, handle);
    return this;
  }

  /** Rejects if the other process fails, or is gone. */
  call<Answer>(name: string, body?: Body): Promise<Answer> {
    const id = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#send({ kind: 'call', id, name, body }, undefined, (error) => this.#settle(id)?.reject(error));
    });
  }

  /** `failed` is called if the other process cannot have received it. */
  notify(name: string, body?: Body, { handle, failed }: { handle?: SendHandle; failed?: () => void } = {}): void {
    this.#send({ kind: 'note', name, body }, handle, failed);
  }

  #send(message: Message, handle?: SendHandle, failed: (error: Error) => void = ignore): void {
    if (this.#channel.connected) {
      this.#channel.send!(message, handle, (error) => {
        if (error) failed(error);
      });
    } else failed(new Error('the process is gone'));
  }

  readonly #receive = (message: unknown, handle: unknown): void => {
    const { kind, ...rest } = message as Message;
    if (kind === 'answer') {
      const { id, body, error } = rest as Extract<Message, { kind: 'answer' }>;
      const waiting = this.#settle(id);
      if (error === undefined) waiting?.resolve(body as never);
      else waiting?.reject(new Error(error));
    } else {
      const { name, body, id } = rest as { name: string; body: Body; id?: number };
      void this.#handle({ name, body, handle }, id);
    }
  };

  async #handle({ name, body, handle }: { name: string; body: Body; handle: unknown }, id: number | undefined) {
    try {
      const answer = (await this.#handlers.get(name)?.(body as never, handle)) as Body;
      if (id !== undefined) this.#send({ kind: 'answer', id, body: answer });
    } catch (error) {
      if (id !== undefined) this.#send({ kind: 'answer', id, error: messageOf(error) });
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#calls.get(id);
    this.#calls.delete(id);
    return waiting;
  }

  #disconnected(): void {
    for (const { reject } of this.#calls.values()) reject(new Error('the process is gone'));
    this.#calls.clear();
  }
}

function ignore(): void {}
