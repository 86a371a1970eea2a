// Follows staging/src/k8s.io/client-go/tools/record/event.go (v1.36)

import { sleep } from '../../client/clock/index.js';
import { TokenBucket } from '../../client/workqueue/index.js';
import type { ControllerContext } from '../controller.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';

/** More are dropped, as long as these have not been sent. */
const maxPending = 1000;

/** How many events are sent at once, and then per second. */
export interface EventRate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Sends events in the background, in order, and only as many as fit. */
export class EventSender {
  readonly #context: ControllerContext;
  readonly #bucket: TokenBucket | undefined;
  #pending: { readonly namespace: string; send(): Promise<unknown> }[] = [];
  #isSending = false;

  /** Without a rate, they are sent as fast as the server accepts them. */
  constructor(context: ControllerContext, rate?: EventRate) {
    this.#context = context;
    this.#bucket = rate && new TokenBucket({ ...rate, clock: context.clock });
  }

  get isFull(): boolean {
    return this.#pending.length >= maxPending || this.#context.signal.aborted;
  }

  add(namespace: string, send: () => Promise<unknown>): void {
    this.#pending.push({ namespace, send });
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    const { clock, signal } = this.#context;
    this.#isSending = true;
    for (let next = this.#pending.shift(); next && !signal.aborted; next = this.#pending.shift()) {
      const { namespace, send } = next;
      const delay = this.#bucket?.delay() ?? 0;
      if (delay > 0) await sleep(clock, delay, { signal }).catch(() => undefined);
      try {
        await send();
      } catch (error) {
        // As upstream: events that the server refuses are lost. Nothing depends on them.
        if (isNamespaceTerminating(error)) this.#dropNamespace(namespace);
      }
    }
    this.#isSending = false;
  }

  /** Its other events would be refused too. */
  #dropNamespace(namespace: string): void {
    this.#pending = this.#pending.filter((event) => event.namespace !== namespace);
  }
}
