import { type CompiledExpression, celToJson, DYN, kubernetesEnvironment } from '../../../apimachinery/cel/index.js';
import {
  type GroupVersionResource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../apimachinery/meta/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import type { Stage, Staged, Step } from './stage.js';

/** A stage as users write it. */
export interface StageSpec {
  readonly name: string;
  readonly resource: GroupVersionResource;
  /** CEL, of `object`. Unset: all objects. */
  readonly when?: string;
  /** How long after it matches. */
  readonly afterMilliseconds?: number;
  /** Merged into the status. Strings that begin with `=` are CEL, of `object`. */
  readonly status?: JsonObject;
  readonly event?: { readonly type?: 'Normal' | 'Warning'; readonly reason: string; readonly message?: string };
  /** Deletes the object, without any grace period. */
  readonly delete?: boolean;
}

export class StageError extends Error {
  override readonly name = 'StageError';
}

let environment: ReturnType<typeof kubernetesEnvironment> | undefined;

function compile(source: string, stage: string): CompiledExpression {
  environment ??= kubernetesEnvironment().extend({ variables: { object: DYN } });
  try {
    return environment.compile(source);
  } catch (error) {
    throw new StageError(`stage ${JSON.stringify(stage)}: ${messageOf(error)}`);
  }
}

/** Decodes the content of a file: `{ stages: […] }`. Throws StageError. */
export function parseStages(content: JsonValue | undefined): readonly StageSpec[] {
  const stages = isJsonObject(content) ? content['stages'] : undefined;
  if (!Array.isArray(stages)) throw new StageError('stages must be a list');
  return stages.map((stage, index) => {
    const resource = isJsonObject(stage) ? stage['resource'] : undefined;
    const isComplete =
      isJsonObject(stage) &&
      typeof stage['name'] === 'string' &&
      isJsonObject(resource) &&
      ['version', 'resource'].every((field) => typeof resource[field] === 'string');
    if (!isComplete) throw new StageError(`stages[${index}] needs a name, and resource.group, .version and .resource`);
    return { ...stage, resource: { group: '', ...resource } } as unknown as StageSpec;
  });
}

/** A stage that is executed. Throws StageError if an expression is invalid. */
export function userStage({ name, when, afterMilliseconds = 0, ...spec }: StageSpec): Stage<Staged> {
  const condition = when === undefined ? undefined : compile(when, name);
  const render = spec.status && template(spec.status, name);
  return {
    name,
    matches: (item) => condition === undefined || holds(condition, item),
    dueAt: (_item, since) => since + afterMilliseconds,
    step: (item): Step => {
      const { status = {} } = item as unknown as { status?: JsonObject };
      const { type = 'Normal', reason = '', message = '' } = spec.event ?? {};
      return {
        ...(render && { status: { ...status, ...(render(item) as JsonObject) } }),
        ...(spec.event && { events: [{ type, reason, message }] }),
        ...(spec.delete && { isDeleted: true }),
      };
    },
  };
}

/** A condition that cannot be evaluated, for example because a field is missing, does not hold. */
function holds(condition: CompiledExpression, item: Staged): boolean {
  try {
    return condition.evaluate({ object: item as unknown as JsonValue }) === true;
  } catch {
    return false;
  }
}

type Render = (item: Staged) => JsonValue;

function template(value: JsonValue, stage: string): Render {
  if (typeof value === 'string' && value.startsWith('=')) {
    const expression = compile(value.slice(1), stage);
    return (item) => celToJson(expression.evaluate({ object: item as unknown as JsonValue }));
  }
  if (Array.isArray(value)) {
    const items = value.map((each) => template(each, stage));
    return (item) => items.map((each) => each(item));
  }
  if (!isJsonObject(value)) return () => value;
  const members = Object.entries(value).map(([key, each]) => [key, template(each, stage)] as const);
  return (item) => Object.fromEntries(members.map(([key, each]) => [key, each(item)]));
}
