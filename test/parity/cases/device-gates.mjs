// With the gates of list attributes and of resources of the node.
export { cases } from '../support/device-gates.mjs';

export const flags = ['--feature-gates=DRAListTypeAttributes=true,DRANodeAllocatableResources=true'];
export const parallel = 3;
