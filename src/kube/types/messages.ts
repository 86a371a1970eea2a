import type { FieldType, MessageField, MessageType } from '../../apimachinery/codec/index.js';
import { type Expression, type FieldFacts, type Scalar, typeFacts } from './facts.js';
import { storedTypeOfKind } from './kinds.js';

type ItemType = Exclude<FieldType, { form: 'list' | 'map' }>;

const messages = new Map<string, MessageType>();

/** Returns the protobuf message of a built-in kind, for `protobufCodec`. */
export function findMessage(apiVersion: string, kind: string): MessageType | undefined {
  const name = storedTypeOfKind(apiVersion, kind);
  if (name === undefined) return undefined;
  return apiVersion === 'meta.k8s.io/v1beta1' && name === metadataList ? betaMetadataList : messageOf(name);
}

const metadataList = 'meta/v1.PartialObjectMetadataList';

/** The only kind whose field numbers changed after beta: `items` had number 1. */
const betaMetadataList: MessageType = {
  name: 'PartialObjectMetadataList',
  fields: () =>
    fieldsOf(metadataList)
      .map((field) => ({ ...field, number: 3 - field.number }))
      .reverse(),
};

function messageOf(name: string): MessageType {
  let message = messages.get(name);
  if (message === undefined) {
    message = { name: name.slice(name.lastIndexOf('.') + 1), fields: () => fieldsOf(name) };
    messages.set(name, message);
  }
  return message;
}

function fieldsOf(name: string): MessageField[] {
  const facts = typeFacts(name);
  if (facts.form !== 'struct') throw new Error(`${name} is not a struct`);
  return facts.fields.filter(({ number }) => number > 0).map(messageField);
}

function messageField({ name, number, type, omitEmpty }: FieldFacts): MessageField {
  const isPointer = type.form === 'pointer';
  return { name, number, type: fieldType(isPointer ? type.of : type), isPointer, omitsEmpty: omitEmpty };
}

function fieldType(type: Expression): FieldType {
  if (type.form === 'list' || type.form === 'map') return { form: type.form, of: itemType(type.of) };
  if (type.form !== 'name') return itemType(type);
  const facts = typeFacts(type.name);
  return facts.form === 'named' && !facts.isWrapped ? fieldType(facts.type) : itemType(type);
}

const scalarForms: Readonly<Record<Exclude<Scalar, 'any'>, ItemType>> = {
  string: { form: 'string' },
  bool: { form: 'bool' },
  int32: { form: 'int32' },
  int64: { form: 'int64' },
  float64: { form: 'double' },
  bytes: { form: 'bytes' },
};

function itemType(type: Expression): ItemType {
  switch (type.form) {
    case 'scalar':
      if (type.scalar !== 'any') return scalarForms[type.scalar];
      break;
    case 'pointer':
      return itemType(type.of);
    case 'name':
      return namedItem(type.name);
  }
  throw new Error('type is not supported in protobuf');
}

function namedItem(name: string): ItemType {
  const facts = typeFacts(name);
  switch (facts.form) {
    case 'struct':
      return { form: 'message', message: messageOf(name) };
    case 'named':
      return facts.isWrapped ? { form: 'list-message' } : itemType(facts.type);
    case 'special':
      return specialItems[name] ?? schemaOr(name);
  }
}

const specialItems: Readonly<Record<string, ItemType>> = {
  'meta/v1.Time': { form: 'time' },
  'meta/v1.MicroTime': { form: 'micro-time' },
  'meta/v1.FieldsV1': { form: 'raw' },
  'resource.Quantity': { form: 'quantity' },
  'intstr.IntOrString': { form: 'int-or-string' },
  'runtime.RawExtension': { form: 'raw' },
  'apiextensions/v1.JSON': { form: 'raw' },
};

/** The union types of CustomResourceDefinitions that contain a schema or something else. */
function schemaOr(name: string): ItemType {
  const schema = messageOf('apiextensions/v1.JSONSchemaProps');
  switch (name) {
    case 'apiextensions/v1.JSONSchemaPropsOrArray':
      return {
        form: 'variant',
        object: { number: 1, message: schema },
        list: { number: 2, of: { form: 'message', message: schema } },
      };
    case 'apiextensions/v1.JSONSchemaPropsOrStringArray':
      return { form: 'variant', object: { number: 1, message: schema }, list: { number: 2, of: { form: 'string' } } };
    default:
      return { form: 'variant', object: { number: 2, message: schema }, boolean: 1 };
  }
}
