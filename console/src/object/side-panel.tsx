import type { KubeObject } from '../api/client.ts';
import { findKind } from '../api/discovery.ts';
import { href, namespace, objectSegments } from '../route.ts';
import { useLoad } from '../ui/load.ts';
import { Age, Chip, Empty, Problem, Section, type Tone } from '../ui/parts.tsx';
import { eventsAbout, timeOf } from './live-object.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** Conditions whose `True` is bad news. */
const negative = /Pressure|Unavailable|Failed|Failure|Error|Stalled|Degraded|Violat|Terminating|NonStructuralSchema/;

export function conditionTone({ type, status }: Condition): Tone {
  if (status === 'Unknown') return 'warn';
  return (status === 'True') === negative.test(type) ? 'bad' : 'good';
}

/** What one wants to know of an object before reading it. */
export function SidePanel({ object }: { object: KubeObject }) {
  const { metadata } = object;
  const { status } = object as { status?: { conditions?: Condition[] } };
  const conditions = Array.isArray(status?.conditions) ? status.conditions : [];
  return (
    <aside class="side-column" aria-label="Summary">
      <dl class="pairs">
        <div>
          <dt>Created</dt>
          <dd>
            <Age time={metadata.creationTimestamp} />
          </dd>
        </div>
        {metadata.generation !== undefined && (
          <div>
            <dt>Generation</dt>
            <dd>{metadata.generation}</dd>
          </div>
        )}
        <div>
          <dt>Version</dt>
          <dd class="mono">{metadata.resourceVersion}</dd>
        </div>
        {(metadata.ownerReferences ?? []).map((owner) => (
          <div key={owner.uid}>
            <dt>Owner</dt>
            <dd>
              <OwnerLink owner={owner} namespace={metadata.namespace} />
            </dd>
          </div>
        ))}
        {(metadata.finalizers ?? []).map((name) => (
          <div key={name}>
            <dt>Finalizer</dt>
            <dd class="mono">{name}</dd>
          </div>
        ))}
      </dl>
      {Object.keys(metadata.labels ?? {}).length > 0 && (
        <p class="labels">
          {Object.entries(metadata.labels ?? {}).map(([name, value]) => (
            <Chip key={name}>
              {name}={value}
            </Chip>
          ))}
        </p>
      )}
      {conditions.length > 0 && (
        <Section title="Conditions">
          <ul class="conditions">
            {conditions.map((condition) => (
              <li key={condition.type}>
                <Chip tone={conditionTone(condition)}>
                  {condition.type}: {condition.status}
                </Chip>{' '}
                <span class="dim">
                  <Age time={condition.lastTransitionTime} />
                </span>
                {(condition.reason || condition.message) && (
                  <div class="dim">
                    {condition.reason}
                    {condition.message && `: ${condition.message}`}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Events object={object} />
    </aside>
  );
}

function OwnerLink({
  owner,
  namespace: within,
}: {
  owner: { apiVersion: string; kind: string; name: string };
  namespace: string | undefined;
}) {
  const resource = findKind(owner.apiVersion, owner.kind);
  const text = `${owner.kind}/${owner.name}`;
  if (!resource) return <>{text}</>;
  const target = { name: owner.name, namespace: resource.isNamespaced ? within : undefined };
  return <a href={href(objectSegments(resource, target), { ns: namespace.value })}>{text}</a>;
}

function Events({ object }: { object: KubeObject }) {
  const { value: events, error } = useLoad(
    (signal) => eventsAbout(object, signal),
    [object.metadata.uid, object.metadata.resourceVersion],
  );
  return (
    <Section title="Events">
      {error !== undefined && <Problem error={error} />}
      {events?.length === 0 && <Empty>None.</Empty>}
      <ul class="conditions">
        {(events ?? []).map((event) => {
          const { type, reason, message, count } = event as {
            type?: string;
            reason?: string;
            message?: string;
            count?: number;
          };
          return (
            <li key={event.metadata.uid}>
              <Chip tone={type === 'Warning' ? 'warn' : undefined}>{reason}</Chip>{' '}
              <span class="dim">
                <Age time={timeOf(event)} />
                {count && count > 1 ? ` ×${count}` : ''}
              </span>
              <div class="dim">{message}</div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
