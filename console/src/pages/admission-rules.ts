import { get, itemsOf, type KubeObject, type List } from '../api/client.ts';

/** An expression of a policy, or a webhook. */
export interface AdmissionRule {
  readonly text: string;
  readonly message?: string;
  readonly messageExpression?: string;
}

export interface AdmissionEntry {
  readonly kind: string;
  readonly resource: string;
  readonly name: string;
  readonly matches: readonly string[];
  readonly bindings: readonly { readonly name: string; readonly actions: readonly string[] }[];
  readonly rules: readonly AdmissionRule[];
  readonly failurePolicy: string;
}

interface ResourceRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly operations?: readonly string[];
}

interface Policy extends KubeObject {
  readonly spec: {
    readonly failurePolicy?: string;
    readonly matchConstraints?: { readonly resourceRules?: readonly ResourceRule[] };
    readonly validations?: readonly { expression: string; message?: string; messageExpression?: string }[];
    readonly mutations?: readonly { applyConfiguration?: { expression: string }; jsonPatch?: { expression: string } }[];
  };
}

interface PolicyBinding extends KubeObject {
  readonly spec: { readonly policyName: string; readonly validationActions?: readonly string[] };
}

interface WebhookConfiguration extends KubeObject {
  readonly webhooks?: readonly {
    readonly name: string;
    readonly rules?: readonly ResourceRule[];
    readonly failurePolicy?: string;
    readonly clientConfig?: { readonly url?: string; readonly service?: { namespace: string; name: string } };
    readonly matchConditions?: readonly { name: string; expression: string }[];
  }[];
}

const base = 'apis/admissionregistration.k8s.io/v1';

async function read<Kind>(name: string): Promise<readonly Kind[]> {
  return itemsOf(await get<List<Kind>>(`${base}/${name}`));
}

function matchText({ operations = [], resources = [], apiGroups = [] }: ResourceRule): string {
  const groups = apiGroups.map((group) => group || 'core').join(',');
  return `${operations.join(',')} ${resources.join(',')}${groups && ` (${groups})`}`;
}

/** All that decides about writes, apart from the server's own plug-ins. */
export async function readAdmission(): Promise<{ entries: readonly AdmissionEntry[]; problems: readonly unknown[] }> {
  const results = await Promise.allSettled([
    policies('ValidatingAdmissionPolicy', 'validatingadmissionpolicies', 'validatingadmissionpolicybindings'),
    policies('MutatingAdmissionPolicy', 'mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'),
    webhooks('ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'),
    webhooks('MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'),
  ]);
  return {
    entries: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    problems: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  };
}

async function policies(kind: string, resource: string, bindingResource: string): Promise<AdmissionEntry[]> {
  const [found, bindings] = await Promise.all([read<Policy>(resource), read<PolicyBinding>(bindingResource)]);
  return found.map(({ metadata: { name }, spec }) => ({
    kind,
    resource,
    name,
    matches: (spec.matchConstraints?.resourceRules ?? []).map(matchText),
    failurePolicy: spec.failurePolicy ?? 'Fail',
    bindings: bindings
      .filter((binding) => binding.spec.policyName === name)
      .map((binding) => ({ name: binding.metadata.name, actions: binding.spec.validationActions ?? [] })),
    rules: [
      ...(spec.validations ?? []).map(({ expression, message, messageExpression }) => ({
        text: expression,
        ...(message && { message }),
        ...(messageExpression && { messageExpression }),
      })),
      ...(spec.mutations ?? []).map(({ applyConfiguration, jsonPatch }) => ({
        text: (applyConfiguration ?? jsonPatch)?.expression ?? '',
      })),
    ],
  }));
}

async function webhooks(kind: string, resource: string): Promise<AdmissionEntry[]> {
  const found = await read<WebhookConfiguration>(resource);
  return found.map(({ metadata: { name }, webhooks: list = [] }) => ({
    kind,
    resource,
    name,
    matches: list.flatMap(({ rules = [] }) => rules.map(matchText)),
    failurePolicy: [...new Set(list.map(({ failurePolicy = 'Fail' }) => failurePolicy))].join(', '),
    bindings: [],
    rules: list.map(({ name: webhook, clientConfig: { url, service } = {} }) => ({
      text: `${webhook} → ${service ? `${service.namespace}/${service.name}` : url}`,
    })),
  }));
}

/** The policy or webhook that a refusal names, and the expression of it whose text or message the refusal contains. */
export function decidedBy(
  entries: readonly AdmissionEntry[],
  message: string,
): { entry: AdmissionEntry; rule: AdmissionRule | undefined } | undefined {
  const policy = /ValidatingAdmissionPolicy '([^']+)'/.exec(message)?.[1];
  const webhook = /admission webhook "([^"]+)"/.exec(message)?.[1];
  const entry = entries.find(({ name, kind, rules }) =>
    policy
      ? kind === 'ValidatingAdmissionPolicy' && name === policy
      : webhook !== undefined && rules.some(({ text }) => text.startsWith(`${webhook} →`)),
  );
  if (!entry) return undefined;
  const rule = webhook
    ? entry.rules.find(({ text }) => text.startsWith(`${webhook} →`))
    : refusingRule(entry.rules, message);
  return { entry, rule };
}

/**
 * The rule whose message this is. A message that an expression has made contains the strings of that expression; if
 * only one rule has such an expression, it is that one.
 */
function refusingRule(rules: readonly AdmissionRule[], message: string): AdmissionRule | undefined {
  const computed = rules.filter(({ messageExpression }) => messageExpression !== undefined);
  return (
    rules.find((rule) => message.includes(rule.message ?? rule.text)) ??
    computed.find(({ messageExpression = '' }) => {
      const literals = literalsOf(messageExpression);
      return literals.length > 0 && literals.every((literal) => message.includes(literal));
    }) ??
    (computed.length === 1 ? computed[0] : undefined)
  );
}

/** The strings in an expression, without those that have escapes. */
function literalsOf(expression: string): string[] {
  return [...expression.matchAll(/'([^'\\]*)'|"([^"\\]*)"/g)]
    .map(([, single, double]) => single ?? double ?? '')
    .filter((literal) => literal !== '');
}
