import { runController, WorkQueue } from 'trestle/client/workqueue';
import type { Flunder } from '../apis/wardle/v1alpha1.js';
import type { WardleClient } from '../clientset/clientset.js';
import { referenceIndex, referenceKey, type WardleInformers } from '../clientset/informers.js';

/** Says whether what a flunder refers to exists: `true` or `false`. Flunders without a reference do not have it. */
export const resolvedLabel = 'wardle.example.com/resolved';

export interface FlunderControllerOptions {
  readonly client: WardleClient;
  readonly informers: WardleInformers;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the label of every flunder current. Flunders are queued when they change, and when what they refer to appears
 * or disappears; what was missed while a server was away, the informers notice when they list again.
 */
export class FlunderController {
  readonly #options: FlunderControllerOptions;

  constructor(options: FlunderControllerOptions) {
    this.#options = options;
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { onError } = this.#options;
    const queue = new WorkQueue<string>();
    const removeHandlers = this.#fill(queue);
    try {
      await runController({ queue, signal, workers: 2, reconcile: (key) => this.#reconcile(key), onError });
    } finally {
      for (const remove of removeHandlers) remove();
    }
  }

  #fill(queue: WorkQueue<string>): (() => void)[] {
    const { informers } = this.#options;
    const [flunders, fischers] = [informers.flunders(), informers.fischers()];
    const addReferring = (to: string): void => {
      for (const flunder of flunders.lister.byIndex(referenceIndex, to)) queue.add(keyOf(flunder));
    };
    const flunderChanged = (flunder: Flunder): void => {
      queue.add(keyOf(flunder));
      addReferring(`Flunder/${keyOf(flunder)}`);
    };
    const fischerChanged = ({ metadata }: { metadata: { name?: string } }): void =>
      addReferring(`Fischer/${metadata.name}`);
    return [
      flunders.addHandler({
        added: flunderChanged,
        updated: (_old, flunder) => queue.add(keyOf(flunder)),
        deleted: flunderChanged,
      }),
      fischers.addHandler({ added: fischerChanged, deleted: fischerChanged }),
    ];
  }

  async #reconcile(key: string): Promise<void> {
    const { client, informers } = this.#options;
    const flunder = informers.flunders().lister.getByKey(key);
    if (!flunder) return;
    const { metadata } = flunder;
    const wanted = this.#isResolved(flunder);
    if (metadata.labels?.[resolvedLabel] === wanted?.toString()) return;
    await client.v1alpha1.flunders(metadata.namespace).patch(metadata.name ?? '', {
      type: 'merge',
      body: {
        metadata: {
          // Another change since would be lost otherwise.
          resourceVersion: metadata.resourceVersion ?? '',
          labels: { [resolvedLabel]: wanted === undefined ? null : String(wanted) },
        },
      },
    });
  }

  /** Undefined: the flunder refers to nothing. */
  #isResolved(flunder: Flunder): boolean | undefined {
    const { informers } = this.#options;
    const reference = referenceKey(flunder);
    if (reference === undefined) return undefined;
    const [kind, ...key] = reference.split('/');
    const lister = kind === 'Fischer' ? informers.fischers().lister : informers.flunders().lister;
    return lister.getByKey(key.join('/')) !== undefined;
  }
}

function keyOf({ metadata }: Flunder): string {
  return `${metadata.namespace}/${metadata.name}`;
}
