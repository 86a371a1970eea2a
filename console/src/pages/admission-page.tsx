import { useEffect, useState } from 'preact/hooks';
import { ApiError, type KubeObject, messageOf, type Written, withQuery, write } from '../api/client.ts';
import { findKind, findResource, pathOf } from '../api/discovery.ts';
import { YamlEditor } from '../editor/yaml-editor.tsx';
import { withoutNoise } from '../object/versions.ts';
import { href, objectSegments } from '../route.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Chip, Empty, Loading, Notice, Problem, Section } from '../ui/parts.tsx';
import { DiffView } from '../yaml/diff-view.tsx';
import { type AdmissionEntry, decidedBy, readAdmission } from './admission-rules.ts';

const example = `apiVersion: v1
kind: ConfigMap
metadata:
  name: example
  namespace: default
data:
  key: value
`;

/** What decides about writes, and a place to try it. */
export function AdmissionPage(_: { segments: readonly string[] }) {
  useEffect(() => announce('Admission'), []);
  const { value, error } = useLoad(readAdmission, []);
  const [decided, setDecided] = useState<ReturnType<typeof decidedBy>>(undefined);
  const entries = value?.entries ?? [];
  return (
    <div class="page">
      <header class="page-head">
        <h1>Admission</h1>
      </header>
      {error !== undefined && <Problem error={error} />}
      <Try entries={entries} onDecided={setDecided} />
      <Section title="Policies and webhooks">
        {!value && error === undefined && <Loading />}
        {value?.problems.map((problem) => (
          <Problem key={messageOf(problem)} error={problem} />
        ))}
        {value && entries.length === 0 && value.problems.length === 0 && (
          <Empty>There are none: only the server's own plug-ins decide.</Empty>
        )}
        {entries.map((entry) => (
          <Entry
            key={`${entry.kind}/${entry.name}`}
            entry={entry}
            decided={decided?.entry === entry ? (decided.rule?.text ?? '') : undefined}
          />
        ))}
      </Section>
    </div>
  );
}

/** `decided`: the expression that has refused what was tried. */
function Entry({ entry, decided }: { entry: AdmissionEntry; decided: string | undefined }) {
  const resource = findResource('admissionregistration.k8s.io', entry.resource);
  return (
    <article class={decided === undefined ? 'entry' : 'entry decided'}>
      <header>
        <b>{resource ? <a href={href(objectSegments(resource, { name: entry.name }))}>{entry.name}</a> : entry.name}</b>{' '}
        <span class="dim">{entry.kind}</span>
        <Chip>on failure: {entry.failurePolicy}</Chip>
        {entry.bindings.map(({ name, actions }) => (
          <Chip key={name} tone={actions.includes('Deny') ? 'warn' : undefined}>
            {name}
            {actions.length > 0 && `: ${actions.join(', ')}`}
          </Chip>
        ))}
        {entry.kind.endsWith('Policy') && entry.bindings.length === 0 && (
          <Chip tone="bad">not bound: has no effect</Chip>
        )}
      </header>
      <p class="dim">{entry.matches.join(' · ')}</p>
      <ul class="rules">
        {entry.rules.map(({ text, message, messageExpression }) => (
          <li key={text} class={decided === text ? 'rule refused' : 'rule'}>
            <code>{text}</code>
            {message && <span class="dim"> {message}</span>}
            {!message && messageExpression && <code class="dim"> {messageExpression}</code>}
          </li>
        ))}
      </ul>
    </article>
  );
}

interface Outcome {
  readonly sent: KubeObject;
  readonly written?: Written;
  readonly error?: unknown;
}

/** Creates or updates by a dry run: nothing is stored, but everything is admitted. */
function Try({
  entries,
  onDecided,
}: {
  entries: readonly AdmissionEntry[];
  onDecided: (decided: ReturnType<typeof decidedBy>) => void;
}) {
  const [text, setText] = useState(example);
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  const run = async () => {
    setProblem(undefined);
    setOutcome(undefined);
    onDecided(undefined);
    try {
      const { parseYaml } = await import('../editor/parse-yaml.ts');
      const sent = parseYaml(text);
      const result = await dryRun(sent);
      setOutcome({ sent, ...result });
      if (result.error !== undefined) onDecided(decidedBy(entries, messageOf(result.error)));
    } catch (error) {
      setProblem(error);
    }
  };
  const decided = outcome?.error === undefined ? undefined : decidedBy(entries, messageOf(outcome.error));
  return (
    <Section
      title="Try an object"
      actions={
        <button type="button" class="primary" onClick={() => void run()}>
          Dry run
        </button>
      }
    >
      <div class="half">
        <YamlEditor initialText={text} resource={undefined} onChange={setText} />
      </div>
      {problem !== undefined && <Problem error={problem} />}
      {outcome?.error !== undefined && <Problem error={outcome.error} />}
      {decided && (
        <Notice tone="info">
          Decided by {decided.entry.kind} {decided.entry.name}
          {decided.rule && (
            <>
              : <code>{decided.rule.text}</code>
            </>
          )}
        </Notice>
      )}
      {outcome?.written && (
        <>
          <Notice tone="good">
            It would be admitted. This is what the server would store instead of what you wrote:
          </Notice>
          {outcome.written.warnings.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
          <DiffView before={outcome.sent} after={withoutNoise(outcome.written.object)} />
        </>
      )}
    </Section>
  );
}

async function dryRun(sent: KubeObject): Promise<Pick<Outcome, 'written' | 'error'>> {
  const resource = findKind(sent.apiVersion ?? '', sent.kind ?? '');
  if (!resource) throw new Error(`the server has no kind ${sent.kind} in ${sent.apiVersion}`);
  const namespace = resource.isNamespaced ? (sent.metadata?.namespace ?? 'default') : '';
  const query = { dryRun: 'All', fieldValidation: 'Strict', fieldManager: 'trestle-console' };
  try {
    return { written: await write('POST', withQuery(pathOf(resource, { namespace }), query), { body: sent }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.reason !== 'AlreadyExists') return { error };
  }
  try {
    return {
      written: await write('PUT', withQuery(pathOf(resource, { namespace, name: sent.metadata.name }), query), {
        body: sent,
      }),
    };
  } catch (error) {
    return { error };
  }
}
