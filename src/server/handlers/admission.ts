import type { GroupVersionKind, GroupVersionResource, JsonObject } from '../../apimachinery/meta/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import type { ObjectForms } from './object-forms.js';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What is done to an object before it is stored; the admission plug-ins behind it are somebody else's business. */
export interface Admission {
  /** May change the object that it is given, or give back another one. Throws to refuse. */
  mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject>;
  validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void>;
}

/** What a request is about to do; who does it is said by its context. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  /** Of `object` and `old`: that of the endpoint, such as Scale for a scale, in the version of the request. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  /** Empty for what is in no namespace; a namespace is in itself. */
  readonly namespace: string;
  /** Empty while a name is still to be generated, and for the objects of a collection that is deleted. */
  readonly name: string;
  /** What is to be; undefined when something is deleted. */
  readonly object: JsonObject | undefined;
  /** What is: not to be changed. */
  readonly old: JsonObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions, with their kind. */
  readonly options: JsonObject;
  readonly dryRun: boolean;
  /** What `object` and `old` are in other versions. */
  readonly forms: ObjectForms;
}

/** Lets everything pass. */
export const admitAll: Admission = {
  mutate: async (_context, { object, old }) => object ?? old ?? {},
  validate: async () => undefined,
};

/** What a request asks for. */
interface AskedFor {
  readonly dryRun: boolean;
  readonly options: JsonObject;
}

/** What changes from one question of a request to the next. */
interface Question {
  readonly operation: AdmissionOperation;
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  readonly asked: AskedFor;
}

/** The attributes of a question about what a request does at an endpoint. */
export function attributesOf(endpoint: Endpoint, { info }: RequestContext, question: Question): AdmissionAttributes {
  const { operation, object, old, asked } = question;
  const name = info.verb === 'deletecollection' ? '' : info.name || nameIn(object);
  return {
    operation,
    kind: endpoint.groupVersionKind,
    resource: endpoint.groupVersionResource,
    subresource: endpoint.subresource,
    namespace: info.namespace || (info.resource === 'namespaces' && info.apiGroup === '' ? name : ''),
    name,
    object,
    old,
    options: operation === 'CONNECT' ? {} : withKind(operation, asked.options),
    dryRun: asked.dryRun,
    forms: endpoint.forms,
  };
}

const optionKinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;

/** Those of a patch, or of an update that creates, are told as those of what comes of it. */
function withKind(operation: keyof typeof optionKinds, options: JsonObject): JsonObject {
  const { force: _, ...told } = options;
  return { kind: optionKinds[operation], apiVersion: 'meta.k8s.io/v1', ...told };
}

function nameIn(object: JsonObject | undefined): string {
  const name = (object?.['metadata'] as JsonObject | undefined)?.['name'];
  return typeof name === 'string' ? name : '';
}
