// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go (v1.36)

import type { FlowSchema as StoredFlowSchema } from '../../api/flowcontrol/v1.js';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { findCondition, goQuote } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';
import {
  defaultConfiguration,
  type FlowControlConfiguration,
  type FlowSchema,
} from '../../server/flow-control/index.js';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
const fieldManager = 'api-priority-and-fairness-config-consumer-v1';

interface Finding {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export interface FlowSchemaStatusOptions {
  readonly client: RestClient;
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Servers that disagree about a schema must not overwrite each other without end. */
const maxWritesPerMinute = 6;
const minuteMilliseconds = 60_000;

/** Maintains the Dangling condition of flow schemas: whether their priority level exists. */
export class FlowSchemaStatus {
  readonly #options: FlowSchemaStatusOptions;
  /** Conditions as last written, by schema object: the resulting watch event may not have arrived yet. */
  #written = new WeakMap<FlowSchema, Finding>();
  /** Times of the writes of the last minute, by name of the schema. */
  readonly #times = new Map<string, number[]>();
  readonly #clock: Clock;
  readonly #random: () => number;
  #latest: FlowControlConfiguration | undefined;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;
  #writing: Promise<void> | undefined;

  constructor(options: FlowSchemaStatusOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
  }

  /** Called with each change. Coalesces changes that arrive during a write. */
  update(configuration: FlowControlConfiguration): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#latest = configuration;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async close(): Promise<void> {
    this.#latest = undefined;
    this.#isClosed = true;
    await this.#writing;
    this.#cancelRetry?.();
  }

  async #writeAll(): Promise<void> {
    while (this.#latest) {
      const configuration = this.#latest;
      const { flowSchemas, priorityLevels } = configuration;
      this.#latest = undefined;
      const known = new Set([...priorityLevels, ...mandatoryLevels()].map(({ metadata }) => metadata.name));
      this.#forgetTimes();
      const due = flowSchemas
        .map((schema) => ({ schema, finding: findingOf(schema, known) }))
        .filter(({ schema, finding }) => !isSaid(schema, finding))
        .filter(({ schema, finding }) => this.#written.get(schema)?.message !== finding.message);
      const allowed = due.filter(({ schema }) => this.#mayWrite(schema.metadata.name));
      if (allowed.length < due.length && !this.#isClosed) this.#retryLater(configuration);
      await Promise.all(
        allowed.map(({ schema, finding }) => {
          this.#written.set(schema, finding);
          return this.#write(schema.metadata.name, finding);
        }),
      );
    }
  }

  #mayWrite(name: string): boolean {
    const times = this.#times.get(name) ?? [];
    if (times.length >= maxWritesPerMinute) return false;
    this.#times.set(name, [...times, this.#clock.monotonic()]);
    return true;
  }

  #forgetTimes(): void {
    const before = this.#clock.monotonic() - minuteMilliseconds;
    for (const [name, times] of this.#times) {
      const recent = times.filter((time) => time >= before);
      if (recent.length === 0) this.#times.delete(name);
      else this.#times.set(name, recent);
    }
  }

  #retryLater(configuration: FlowControlConfiguration): void {
    const milliseconds = (30 + Math.floor(this.#random() * 45)) * 1000;
    this.#cancelRetry?.();
    this.#cancelRetry = this.#clock.after(milliseconds, () => this.update(configuration), { unref: true });
  }

  async #write(name: string, finding: Finding): Promise<void> {
    const lastTransitionTime = `${new Date(this.#clock.now()).toISOString().slice(0, 19)}Z`;
    const condition = { type: 'Dangling', ...finding, lastTransitionTime };
    try {
      await this.#options.client.response({
        method: 'PATCH',
        target: `/apis/${apiVersion}/flowschemas/${name}/status?fieldManager=${fieldManager}&force=true`,
        contentType: 'application/apply-patch+yaml',
        body: { apiVersion, kind: 'FlowSchema', metadata: { name }, status: { conditions: [condition] } },
      });
    } catch (error) {
      if (!isNotFound(error)) this.#options.onError(error);
    }
  }
}

/** Treated as existing even if they have not been created. */
function mandatoryLevels() {
  return defaultConfiguration().priorityLevels.filter(({ metadata }) =>
    ['catch-all', 'exempt'].includes(metadata.name),
  );
}

function findingOf({ spec }: FlowSchema, known: ReadonlySet<string>): Finding {
  const { name } = spec.priorityLevelConfiguration;
  const named = `This FlowSchema references the PriorityLevelConfiguration object named ${goQuote(name)}`;
  return known.has(name)
    ? { status: 'False', reason: 'Found', message: `${named} and it exists` }
    : { status: 'True', reason: 'NotFound', message: `${named} but there is no such object` };
}

function isSaid(schema: FlowSchema, { status, reason, message }: Finding): boolean {
  // Flow control needs less of a schema than is stored.
  const { conditions } = (schema as StoredFlowSchema).status ?? {};
  const said = findCondition(conditions, 'Dangling');
  return said?.status === status && said.reason === reason && said.message === message;
}
