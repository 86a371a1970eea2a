import type { CacheBatch, Delivery } from '../../../storage/cacher/index.js';
import type { Resource } from '../../registry/index.js';

/** Frames that are written together. */
export interface FramePiece {
  readonly frames: readonly Buffer[];
  readonly bytes: Buffer;
}

/** Maximum size of joined frames. */
export const maxPieceBytes = 64 * 1024;
const maxPieceFrames = 50;

/**
 * Builds watch frames from stored bytes, for clients that accept those unchanged. A batch is encoded once for all its
 * watchers.
 */
export class StoredFrames {
  readonly #resource: Resource;
  readonly #version: string;
  #batch: CacheBatch | undefined;
  #piece: FramePiece | undefined;

  constructor(resource: Resource, version: string) {
    this.#resource = resource;
    this.#version = version;
  }

  /** Undefined: the frames exceed one piece, or objects must be converted first. */
  pieceOf(batch: CacheBatch): FramePiece | undefined {
    if (this.#batch !== batch) {
      this.#piece = this.#makePiece(batch);
      this.#batch = batch;
    }
    return this.#piece;
  }

  /** Undefined: objects must be converted first. */
  framesOf(deliveries: readonly Delivery[]): Buffer[] | undefined {
    const frames: Buffer[] = [];
    for (const delivery of deliveries) {
      const value = this.#resource.storedForm.bytesIn(this.#version, delivery.value);
      if (!value) return undefined;
      const isShared = value === delivery.value && !delivery.isInitial;
      frames.push(isShared ? delivery.encodedAs('json', jsonFrame) : jsonFrame({ type: delivery.type, value }));
    }
    return frames;
  }

  #makePiece({ deliveries }: CacheBatch): FramePiece | undefined {
    const frames = deliveries.length > maxPieceFrames ? undefined : this.framesOf(deliveries);
    if (!frames) return undefined;
    if (frames.length === 1) return { frames, bytes: frames[0]! };
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    return bytes > maxPieceBytes ? undefined : { frames, bytes: Buffer.concat(frames, bytes) };
  }
}

const frameEnd = Buffer.from('}\n');
const frameStarts = {
  added: Buffer.from('{"type":"ADDED","object":'),
  modified: Buffer.from('{"type":"MODIFIED","object":'),
  deleted: Buffer.from('{"type":"DELETED","object":'),
};

function jsonFrame({ type, value }: Pick<Delivery, 'type' | 'value'>): Buffer {
  return Buffer.concat([frameStarts[type], value, frameEnd]);
}
