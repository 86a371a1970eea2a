// Create, read, replace and the subresources of the built-in kinds: what a client may send and what it gets back.

import { cases as fields } from './crud/fields.mjs';
import { cases as kinds } from './crud/kinds.mjs';
import { cases as objects } from './crud/objects.mjs';
import { cases as pods } from './crud/pods.mjs';

export const cases = [...objects, ...fields, ...kinds, ...pods];
