import type { FlowSchema as StoredFlowSchema } from '../../api/flowcontrol/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { goQuote } from '../../apimachinery/meta/index.js';
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
}

/** Maintains the Dangling condition of flow schemas: whether their priority level exists. */
export class FlowSchemaStatus {
  readonly #options: FlowSchemaStatusOptions;
  /** Conditions as last written, by schema object: the resulting watch event may not have arrived yet. */
  #written = new WeakMap<FlowSchema, Finding>();
  #latest: FlowControlConfiguration | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: FlowSchemaStatusOptions) {
    this.#options = options;
  }

  /** Called with each change. Coalesces changes that arrive during a write. */
  update(configuration: FlowControlConfiguration): void {
    this.#latest = configuration;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async close(): Promise<void> {
    this.#latest = undefined;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#latest) {
      const { flowSchemas, priorityLevels } = this.#latest;
      this.#latest = undefined;
      const known = new Set([...priorityLevels, ...mandatoryLevels()].map(({ metadata }) => metadata.name));
      await Promise.all(flowSchemas.map((schema) => this.#say(schema, findingOf(schema, known))));
    }
  }

  async #say(schema: FlowSchema, finding: Finding): Promise<void> {
    if (isSaid(schema, finding) || this.#written.get(schema)?.message === finding.message) return;
    this.#written.set(schema, finding);
    await this.#write(schema.metadata.name, finding);
  }

  async #write(name: string, finding: Finding): Promise<void> {
    const lastTransitionTime = `${new Date(systemClock.now()).toISOString().slice(0, 19)}Z`;
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
  const said = conditions?.find(({ type }) => type === 'Dangling');
  return said?.status === status && said.reason === reason && said.message === message;
}
