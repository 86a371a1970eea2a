import { cbor, json, jsonPatch, mergePatch, protobuf, strategicPatch, yaml } from './documents.js';
import { cel, fieldSelector, header, labelSelector, quantity } from './languages.js';
import type { Target } from './target.js';
import { etcd, jwt, spdy, webSocket, x509 } from './wires.js';

export { Random } from '../../simulation/engine/random.js';

export const targets: Readonly<Record<string, Target>> = {
  json,
  yaml,
  protobuf,
  cbor,
  'json-patch': jsonPatch,
  'merge-patch': mergePatch,
  'strategic-patch': strategicPatch,
  cel,
  'label-selector': labelSelector,
  'field-selector': fieldSelector,
  quantity,
  header,
  websocket: webSocket,
  spdy,
  jwt,
  x509,
  etcd,
};
