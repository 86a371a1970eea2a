// Follows pkg/controller/history/controller_history.go (v1.36)
import type { ControllerRevision } from '../../../api/apps/v1.js';
import type { PodTemplateSpec } from '../../../api/core/v1.js';
import { goJson, type JsonObject, jsonEqual, parseTime } from '../../../apimachinery/meta/index.js';
import { isAlreadyExists } from '../../../apimachinery/status/index.js';
import type { ControllerContext } from '../../controller.js';
import { controllerRevisions } from '../../resources.js';
import { controllerReference, type Owner } from '../controller-reference.js';
import { fnv32 } from '../pod-template-hash/fnv.js';
import { safeEncode } from '../pod-template-hash/safe-encode.js';

const hashLabel = 'controller.kubernetes.io/hash';
const maxPrefixLength = 223;

/**
 * The patch by which a revision restores a template, with the order of keys that Go writes: clients compare its text.
 */
export function templatePatch(template: PodTemplateSpec): JsonObject {
  const patch: JsonObject = { spec: { template: { ...(template as unknown as JsonObject), $patch: 'replace' } } };
  return JSON.parse(goJson(patch)) as JsonObject;
}

export function templateOf({ data }: ControllerRevision): PodTemplateSpec {
  const { spec } = data as unknown as { spec: { template: PodTemplateSpec & { $patch?: string } } };
  const { $patch: _patch, ...template } = spec.template;
  return template;
}

function revisionHash(data: JsonObject, collisionCount: number): string {
  return safeEncode(fnv32(Buffer.from(`${goJson(data)}${collisionCount}`)));
}

interface RevisionInput {
  readonly owner: Owner;
  readonly template: PodTemplateSpec;
  readonly revision: number;
  readonly collisionCount: number;
}

/** A revision of the owner's template. */
export function newRevision({ owner, template, revision, collisionCount }: RevisionInput): ControllerRevision {
  const data = templatePatch(template);
  const hash = revisionHash(data, collisionCount);
  const { name = '', namespace = '', annotations } = owner.metadata;
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${name.slice(0, maxPrefixLength)}-${hash}`,
      namespace,
      labels: { ...template.metadata.labels, [hashLabel]: hash },
      ...(annotations && { annotations: { ...annotations } }),
      ownerReferences: [controllerReference(owner)],
    },
    data,
    revision,
  };
}

export function isSameRevision(a: ControllerRevision, b: ControllerRevision): boolean {
  return jsonEqual(a.data ?? null, b.data ?? null);
}

export function byRevision(a: ControllerRevision, b: ControllerRevision): number {
  if (a.revision !== b.revision) return a.revision - b.revision;
  const created = ({ metadata }: ControllerRevision): number => parseTime(metadata.creationTimestamp ?? '') ?? 0;
  return created(a) - created(b) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);
}

/** Creates a revision; if another one has its name, the hash gets a new try. Returns how many collisions there were. */
export async function createRevision(
  input: RevisionInput,
  { client, signal }: ControllerContext,
): Promise<{ revision: ControllerRevision; collisionCount: number }> {
  const revisions = client.resource<ControllerRevision>(controllerRevisions, input.owner.metadata.namespace);
  for (let { collisionCount } = input; ; collisionCount++) {
    const wanted = newRevision({ ...input, collisionCount });
    try {
      return { revision: await revisions.create(wanted, { signal }), collisionCount };
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const found = await revisions.get(wanted.metadata.name ?? '', { signal });
      if (isSameRevision(found, wanted)) return { revision: found, collisionCount };
    }
  }
}
