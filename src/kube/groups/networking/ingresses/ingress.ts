import type { JsonObject } from '../../../../apimachinery/meta/index.js';

export interface IngressSpec {
  readonly ingressClassName?: string;
  readonly defaultBackend?: IngressBackend;
  readonly tls?: readonly { readonly hosts?: readonly string[]; readonly secretName?: string }[];
  readonly rules?: readonly IngressRule[];
}

export interface IngressRule {
  readonly host?: string;
  readonly http?: { readonly paths: readonly IngressPath[] | null };
}

export interface IngressPath {
  readonly path?: string;
  readonly pathType?: string | null;
  readonly backend: IngressBackend;
}

export interface IngressBackend {
  readonly service?: { readonly name: string; readonly port?: { readonly name?: string; readonly number?: number } };
  readonly resource?: ObjectReference;
}

export interface ObjectReference {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
}

export interface LoadBalancerIngress {
  readonly ip?: string;
  readonly hostname?: string;
}

export function specOf({ spec }: JsonObject): IngressSpec {
  return (spec ?? {}) as unknown as IngressSpec;
}

export function addressesOf({ status }: JsonObject): readonly LoadBalancerIngress[] {
  const { loadBalancer } = (status ?? {}) as { loadBalancer?: { ingress?: LoadBalancerIngress[] } };
  return loadBalancer?.ingress ?? [];
}
