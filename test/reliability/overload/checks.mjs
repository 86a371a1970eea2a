import { fairness } from './fairness.mjs';
import { flood } from './flood.mjs';
import { idleConnections, slowReaders } from './idle-and-slow-readers.mjs';
import { largeRequests, requestsThatNeverEnd } from './large-requests.mjs';
import { slowConnections } from './slow-connections.mjs';

export const overload = [
  slowConnections,
  requestsThatNeverEnd,
  idleConnections,
  slowReaders,
  largeRequests,
  fairness,
  flood,
];
