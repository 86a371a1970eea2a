import type { Pod } from '../../api/core/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { Controller } from '../controller.js';
import { reconcilerController } from '../keyed-controller.js';
import { simulatedKubelet } from './kubelet/kubelet.js';
import { nodeRegistration } from './nodes/node-registration.js';
import { scheduler } from './scheduler/scheduler.js';
import type { Stage, Staged } from './stages/stage.js';
import { StageRunner } from './stages/stage-runner.js';
import { type StageSpec, userStage } from './stages/user-stages.js';

export interface SimulationOptions {
  /** Number of nodes. */
  readonly nodes: number;
  /** What the kubelets say that they are, such as `v1.36.0`. */
  readonly version: string;
  readonly random: () => number;
  /** Stages of users, for pods and for any other kind. */
  readonly stages?: readonly StageSpec[];
}

/** Nodes without machines: a scheduler, and kubelets that only write what happens. Throws StageError. */
export function simulation({ nodes, version, random, stages = [] }: SimulationOptions): readonly Controller[] {
  const isOfPods = ({ resource }: StageSpec): boolean => resource.group === '' && resource.resource === 'pods';
  const ofPods = stages.filter(isOfPods).map((spec) => userStage(spec) as unknown as Stage<Pod>);
  const others = stages.filter((spec) => !isOfPods(spec));
  return [nodeRegistration(nodes, version), scheduler(random), simulatedKubelet(ofPods), ...stageControllers(others)];
}

/** A controller for each resource that has stages. */
function stageControllers(specs: readonly StageSpec[]): Controller[] {
  const byResource = new Map<string, StageSpec[]>();
  for (const spec of specs) {
    const { group, version, resource } = spec.resource;
    const key = compositeKey(group, version, resource);
    byResource.set(key, [...(byResource.get(key) ?? []), spec]);
  }
  return [...byResource.values()].map((ofResource) => {
    const { resource } = ofResource[0]!;
    const stages = ofResource.map(userStage);
    return reconcilerController({
      name: `simulated-${resource.resource}`,
      create: (context) =>
        new StageRunner<Staged>(context, {
          resource,
          informer: context.informers.informer<Staged>(resource),
          stages,
          component: 'simulation',
        }),
    });
  });
}
