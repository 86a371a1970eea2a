// Content negotiation: encodings, Table and PartialObjectMetadata views, pretty printing, compression.
import { cases as encodings } from './negotiation/encodings.mjs';
import { cases as tables } from './negotiation/tables.mjs';

export const cases = [...encodings, ...tables];
