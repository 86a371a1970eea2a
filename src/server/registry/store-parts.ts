import type { RandomIndex } from '../../apimachinery/validation/index.js';
import type { KeyValue } from '../../storage/index.js';
import type { ObjectTable, Overtaken, StoredObject } from './object-table.js';
import type { Resource } from './resource.js';
import type { Reservation, Strategy, WriteContext } from './strategy.js';
import type { Preparation } from './write-preparation.js';

/** What creating, replacing and deleting objects of a resource works with. */
export class StoreParts {
  readonly resource: Resource;
  readonly table: ObjectTable;
  readonly now: () => number;
  readonly newUid: () => string;
  readonly randomIndex: RandomIndex;

  constructor(parts: {
    resource: Resource;
    table: ObjectTable;
    now: () => number;
    newUid: () => string;
    randomIndex: RandomIndex;
  }) {
    this.resource = parts.resource;
    this.table = parts.table;
    this.now = parts.now;
    this.newUid = parts.newUid;
    this.randomIndex = parts.randomIndex;
  }

  /** That of the resource itself; subresources may have others. */
  strategy(version: string): Strategy {
    return this.resource.strategy(version);
  }

  preparation(context: WriteContext, version: string, strategy = this.strategy(version)): Preparation {
    return { resource: this.resource, strategy, context, version };
  }
}

export function stored({ value, modRevision }: KeyValue): StoredObject {
  return { value, revision: modRevision };
}

/** Keeps a reservation if what is done with it succeeds, and gives it back if it fails or somebody else was faster. */
export async function withReservation<Outcome extends object>(
  reservation: Reservation | undefined,
  store: () => Promise<Outcome | Overtaken>,
): Promise<Outcome | Overtaken> {
  try {
    const outcome = await store();
    if ('current' in outcome) await reservation?.release();
    else await reservation?.keep?.();
    return outcome;
  } catch (error) {
    await reservation?.release();
    throw error;
  }
}
