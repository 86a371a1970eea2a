import type { Node, Pod } from '../../../api/core/v1.js';
import type { Controller } from '../../controller.js';
import { reconcilerController } from '../../keyed-controller.js';
import { nodes, pods } from '../../resources.js';
import { podInformer } from '../../workload/owned-pods.js';
import { isSimulatedNode } from '../nodes/node-object.js';
import { PodAddresses } from '../nodes/pod-addresses.js';
import type { Stage } from '../stages/stage.js';
import { StageRunner } from '../stages/stage-runner.js';
import { podStages } from './pod-stages.js';

/** Pods that are taken to their next stage at the same time. */
const workers = 32;

/** Of all kubelets together. A single one of Kubernetes is limited to 50 per second, too. */
const eventRate = { burst: 1000, perSecond: 50 };

/** Takes pods that are assigned to simulated nodes through their lives. Stages of users come first. */
export const simulatedKubelet = (userStages: readonly Stage<Pod>[]): Controller =>
  reconcilerController({
    name: 'simulated-kubelet',
    program: 'kubelet',
    workers,
    create(context) {
      const { informers } = context;
      const ofNodes = informers.informer<Node>(nodes);
      const addresses = new PodAddresses(ofNodes);
      const isSimulated = (pod: Pod): boolean => {
        const node = pod.spec.nodeName ? ofNodes.lister.get(pod.spec.nodeName) : undefined;
        if (!node || !isSimulatedNode(node)) return false;
        if (pod.status.podIP) addresses.note(pod);
        return true;
      };
      return new StageRunner<Pod>(context, {
        resource: pods,
        informer: podInformer(informers),
        stages: [...userStages, ...podStages(addresses)],
        isSimulated,
        component: 'kubelet',
        eventRate,
        hostOf: ({ spec }) => spec.nodeName,
        isSpecKept: true,
        forget: (pod) => addresses.release(pod),
        others: [ofNodes],
      });
    },
  });
