import type { RandomIndex } from '../../apimachinery/validation/index.js';
import type { KeyValue } from '../../storage/index.js';
import type { ObjectStorage, Overtaken, StoredObject } from './object-storage.js';
import type { Resource } from './resource.js';
import type { PreparationContext, Reservation, Strategy } from './strategy.js';
import type { Preparation } from './write-preparation.js';

/** Dependencies of creating, replacing and deleting objects of a resource. */
export class StoreDependencies {
  readonly resource: Resource;
  readonly objects: ObjectStorage;
  readonly now: () => number;
  readonly newUid: () => string;
  readonly randomIndex: RandomIndex;

  constructor(dependencies: {
    resource: Resource;
    objects: ObjectStorage;
    now: () => number;
    newUid: () => string;
    randomIndex: RandomIndex;
  }) {
    this.resource = dependencies.resource;
    this.objects = dependencies.objects;
    this.now = dependencies.now;
    this.newUid = dependencies.newUid;
    this.randomIndex = dependencies.randomIndex;
  }

  /** The strategy of the main resource; subresources may have their own. */
  strategy(version: string): Strategy {
    return this.resource.strategy(version);
  }

  preparation(context: PreparationContext, version: string, strategy = this.strategy(version)): Preparation {
    return { resource: this.resource, strategy, context, version };
  }
}

export function stored({ value, modRevision }: KeyValue): StoredObject {
  return { value, revision: modRevision };
}

/** Commits a reservation if the write succeeds; rolls it back if the write fails or conflicts with another one. */
export async function withReservation<Outcome extends object>(
  reservation: Reservation | undefined,
  store: () => Promise<Outcome | Overtaken>,
): Promise<Outcome | Overtaken> {
  try {
    const outcome = await store();
    if ('current' in outcome) await reservation?.rollback?.();
    else await reservation?.commit?.();
    return outcome;
  } catch (error) {
    await reservation?.rollback?.();
    throw error;
  }
}
