import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../clock/index.js';
import { DecodeError } from './decode-error.js';
import { decodeJsonYielding, type StrictlyDecoded } from './json-decode.js';

/** What the thread is sent. */
export interface YamlJob {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** What it sends back. */
export interface YamlOutcome {
  readonly id: number;
  readonly json?: Uint8Array;
  readonly strictErrors?: readonly string[];
  /** The document is invalid. */
  readonly problem?: string;
  /** The decoder failed. */
  readonly failure?: string;
}

/** js-yaml recurses: ten thousand levels take a few megabytes of stack. */
const stackMegabytes = 64;
const idleMilliseconds = 10_000;

interface Waiting {
  resolve(decoded: Promise<StrictlyDecoded>): void;
  reject(error: Error): void;
}

/**
 * A thread that decodes YAML, because js-yaml reads a document in one call: a second for the largest. It starts with
 * the first document, and ends when it has been idle for a while.
 */
class YamlThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #cancelEnd: (() => void) | undefined;
  #jobs = 0;

  decode(bytes: Uint8Array): Promise<StrictlyDecoded> {
    return new Promise((resolve, reject) => {
      const worker = this.#started();
      const id = this.#jobs++;
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      // The bytes may be part of a larger buffer, which must stay usable.
      const copy = new Uint8Array(bytes);
      worker.postMessage({ id, bytes: copy } satisfies YamlJob, [copy.buffer]);
    });
  }

  #started(): Worker {
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerFile(), { resourceLimits: { stackSizeMb: stackMegabytes } });
    worker.on('message', (outcome: YamlOutcome) => this.#finish(outcome));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('the thread that decodes YAML has ended')));
    this.#worker = worker;
    return worker;
  }

  #finish({ id, json, strictErrors = [], problem, failure }: YamlOutcome): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#rest();
    if (json) waiting?.resolve(decodedJson(json, strictErrors));
    else waiting?.reject(problem === undefined ? new Error(failure) : new DecodeError(problem));
  }

  /** An idle thread does not keep the process alive. */
  #rest(): void {
    const worker = this.#worker;
    worker?.unref();
    const end = (): void => {
      this.#worker = undefined;
      void worker?.terminate();
    };
    this.#cancelEnd = systemClock.after(idleMilliseconds, end, { unref: true });
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#cancelEnd?.();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

async function decodedJson(json: Uint8Array, strictErrors: readonly string[]): Promise<StrictlyDecoded> {
  const { value } = await decodeJsonYielding(json, { maxBytes: json.length });
  return { value, strictErrors };
}

/** Threads cannot run TypeScript: also tests use the built one. */
function workerFile(): string {
  const root = dirname(createRequire(import.meta.url).resolve('#package.json'));
  return join(root, 'lib/apimachinery/codec/yaml-worker.js');
}

const thread = new YamlThread();

/** Decodes a document of any size and of up to 10,000 levels in another thread. */
export function decodeYamlInThread(bytes: Uint8Array): Promise<StrictlyDecoded> {
  return thread.decode(bytes);
}
