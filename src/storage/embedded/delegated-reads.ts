import type { Revision } from '../storage.js';
import type { Head, LostHead, LostVersion, Place, ReadableLedger, Version } from './ledger.js';

export type RecordReads = Omit<ReadableLedger, 'revision' | 'compaction'>;

/** Reads of records that another object does. */
export abstract class DelegatedReads implements RecordReads {
  protected abstract readonly records: RecordReads;

  head(key: string): Head | undefined {
    return this.records.head(key);
  }

  version(place: Place): Version | undefined {
    return this.records.version(place);
  }

  forEachHead(prefix: string, startKey: string, visit: (head: Head | LostHead) => boolean): void {
    this.records.forEachHead(prefix, startKey, visit);
  }

  forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void {
    this.records.forEachVersion(after, visit);
  }
}
