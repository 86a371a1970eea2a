// Gates that depend on others, which stay on: their own position shows.
import { gatedPodCases } from '../support/gated-pods.mjs';

export const flags = [
  '--feature-gates=MatchLabelKeysInPodTopologySpreadSelectorMerge=false,RestartAllContainersOnContainerExits=false,UserNamespacesHostNetworkSupport=true',
];
export const parallel = 4;
export const cases = gatedPodCases;
