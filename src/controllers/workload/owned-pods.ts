// Follows pkg/controller/controller_utils.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import type { ObjectMeta } from '../../api/meta/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { Informer, SharedInformers } from '../../client/informer/index.js';
import { pods } from '../resources.js';
import { controllerReferenceOf } from './controller-reference.js';

const byController = 'controller';

function indexKey(namespace: string, uid = ''): string {
  return compositeKey(namespace, uid);
}

/** The informer of all pods, with an index by controller. */
export function podInformer(informers: SharedInformers): Informer<Pod> {
  return informers.informer<Pod>(pods, {
    indexers: {
      [byController]: ({ metadata }) => [indexKey(metadata.namespace ?? '', controllerReferenceOf(metadata)?.uid)],
    },
  });
}

export function podsControlledBy(informer: Informer<Pod>, { namespace = '', uid = '' }: ObjectMeta): Pod[] {
  return informer.lister.byIndex(byController, indexKey(namespace, uid));
}

/** The pods that an owner controls, and those that it may adopt because nothing controls them. */
export function claimablePods(informer: Informer<Pod>, owner: ObjectMeta): Pod[] {
  const orphans = informer.lister.byIndex(byController, indexKey(owner.namespace ?? ''));
  return [...podsControlledBy(informer, owner), ...orphans];
}
