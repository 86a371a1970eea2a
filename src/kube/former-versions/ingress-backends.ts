// Follows pkg/apis/networking/v1beta1/conversion.go (v1.36)

import { isJsonObject, type JsonObject, objectsIn } from '../../apimachinery/meta/index.js';

/** Backends had a name and a port, which are in `service` today; the default one was `backend`. In place. */
export function moveBackends({ spec }: JsonObject): void {
  if (!isJsonObject(spec)) return;
  const { backend, rules } = spec;
  delete spec['backend'];
  if (isJsonObject(backend)) spec['defaultBackend'] = backendOfToday(backend);
  for (const rule of objectsIn(rules)) {
    for (const path of isJsonObject(rule['http']) ? objectsIn(rule['http']['paths']) : []) {
      path['pathType'] ??= 'ImplementationSpecific';
      if (isJsonObject(path['backend'])) path['backend'] = backendOfToday(path['backend']);
    }
  }
}

function backendOfToday({ serviceName, servicePort, ...rest }: JsonObject): JsonObject {
  if (!serviceName && (servicePort ?? 0) === 0) return rest;
  const port = typeof servicePort === 'string' ? { name: servicePort } : servicePort ? { number: servicePort } : {};
  return { ...rest, service: { name: serviceName ?? '', port } };
}
