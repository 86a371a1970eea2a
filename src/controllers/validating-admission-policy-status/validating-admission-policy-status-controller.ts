// Follows pkg/controller/validatingadmissionpolicystatus/controller.go (v1.36)
import type { ExpressionWarning, ValidatingAdmissionPolicy } from '../../api/admissionregistration/v1.js';
import { type GroupVersionKind, parseGroupVersion } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { discoverAllVersions } from '../discover-resources.js';
import { objectController } from '../object-controller.js';
import { validatingAdmissionPolicies } from '../resources.js';
import { KindSchemas } from './kind-schemas.js';
import { matchedKinds } from './matched-kinds.js';

export const validatingAdmissionPolicyStatusName = 'validatingadmissionpolicy-status-controller';
const fieldManager = 'validatingadmissionpolicy-status';

interface SchemaOfKind {
  readonly kind: GroupVersionKind;
  readonly schema: JsonSchema;
}

/** Checks the expressions of a policy by the rules of the API server, for the kinds that it matches. */
export type CheckPolicyTypes = (
  spec: ValidatingAdmissionPolicy['spec'],
  schemas: { readonly objects: readonly SchemaOfKind[]; readonly params: SchemaOfKind | undefined },
) => readonly ExpressionWarning[];

/** Writes to the status of policies which of their expressions do not fit the types of the objects they match. */
export const validatingAdmissionPolicyStatusController = (check: CheckPolicyTypes): Controller =>
  objectController<ValidatingAdmissionPolicy>({
    name: validatingAdmissionPolicyStatusName,
    resource: validatingAdmissionPolicies,
    concerns: isUnchecked,
    create: ({ context }) => ({
      async reconcile(policy) {
        if (!isUnchecked(policy)) return;
        const expressionWarnings = check(policy.spec, await schemasOf(policy, context));
        await applyStatus(policy, [...expressionWarnings], context);
      },
    }),
  });

function isUnchecked({ metadata, status }: ValidatingAdmissionPolicy): boolean {
  return (metadata.generation ?? 0) > (status?.observedGeneration ?? 0);
}

async function schemasOf(policy: ValidatingAdmissionPolicy, { client, signal }: ControllerContext) {
  const schemas = new KindSchemas(client, signal);
  const withSchema = async (kind: GroupVersionKind): Promise<SchemaOfKind[]> => {
    const schema = await schemas.of(kind);
    return schema ? [{ kind, schema }] : [];
  };
  const kinds = matchedKinds(policy, await discoverAllVersions(client, signal));
  const { apiVersion = '', kind = '' } = policy.spec.paramKind ?? {};
  const [params] = kind === '' ? [] : await withSchema({ ...parseGroupVersion(apiVersion), kind });
  return { objects: (await Promise.all(kinds.map(withSchema))).flat(), params };
}

async function applyStatus(
  { metadata }: ValidatingAdmissionPolicy,
  expressionWarnings: ExpressionWarning[],
  { client, signal }: ControllerContext,
): Promise<void> {
  const { name = '', generation } = metadata;
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    status: {
      observedGeneration: generation ?? 0,
      typeChecking: expressionWarnings.length > 0 ? { expressionWarnings } : {},
    },
  };
  await client
    .resource<ValidatingAdmissionPolicy>(validatingAdmissionPolicies)
    .subresource(name, 'status')
    .patch({ type: 'apply', body }, { fieldManager, force: true, signal, ignoreResponse: true });
}
