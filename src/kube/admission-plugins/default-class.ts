// Follows pkg/volume/util/storageclass.go (v1.36)
// Follows plugin/pkg/admission/network/defaultingressclass/admission.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import { annotationsOf, metadataOf } from '../../apimachinery/meta/index.js';
import type { PluginLister } from './plugin-lister.js';

/** Returns the name of the default class: the newest that has one of the annotations, ties broken by name. */
export function defaultClass(classes: PluginLister, annotations: readonly string[]): string | undefined {
  let chosen: JsonObject | undefined;
  for (const one of classes.all()) {
    const own = annotationsOf(one);
    if (!annotations.some((annotation) => own[annotation] === 'true')) continue;
    if (!chosen || isPreferred(one, chosen)) chosen = one;
  }
  return chosen && metadataOf(chosen).name;
}

function isPreferred(one: JsonObject, other: JsonObject): boolean {
  const { creationTimestamp: time, name = '' } = metadataOf(one);
  const { creationTimestamp: otherTime, name: otherName = '' } = metadataOf(other);
  return time === otherTime ? name < otherName : (time ?? '') > (otherTime ?? '');
}
