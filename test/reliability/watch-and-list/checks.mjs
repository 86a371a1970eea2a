import { expired } from './expired.mjs';
import { manyObjects } from './many-objects.mjs';
import { revisions } from './revisions.mjs';
import { slowWatchers } from './slow-watchers.mjs';
import { whileWriting } from './while-writing.mjs';

export const watchAndList = [expired, whileWriting, manyObjects, revisions, slowWatchers];
