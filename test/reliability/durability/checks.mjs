import { fullDisk } from './full-disk.mjs';
import { killWhileHousekeeping } from './housekeeping.mjs';
import { increments } from './increments.mjs';
import { killEtcdWhileWriting, killWhileWriting } from './kill.mjs';
import { stopUnderLoad } from './stop.mjs';
import { killWhileRunningWorkloads } from './workloads.mjs';

export const durability = [
  killWhileWriting,
  killEtcdWhileWriting,
  killWhileHousekeeping,
  killWhileRunningWorkloads,
  increments,
  stopUnderLoad,
  fullDisk,
];
