// Follows pkg/apis/core/v1/defaults.go (v1.36)

import type {
  Container,
  PodSpec,
  PodTemplateSpec,
  Probe,
  ResourceRequirements,
  Volume,
  VolumeProjection,
} from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { defaultPullPolicy } from './image-tag.js';
import { type Handler, podSpecOf } from './pod.js';
import { defaultPodResources } from './pod-resources.js';

const graceSeconds = 30;
const fileMode = 0o644;
const tokenSeconds = 3600;

/** Defaults for pods, but not for pod templates. */
export function applyPodDefaults(pod: JsonObject): void {
  const spec = podSpecOf(pod);
  applyPodSpecDefaults(spec);
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) if (resources) requestLimits(resources);
  defaultPodResources(spec);
  spec.enableServiceLinks ??= true;
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  if (spec.hostNetwork) containers.forEach(useHostPorts);
}

export function applyPodTemplateDefaults(template: PodTemplateSpec | undefined): void {
  if (template) applyPodSpecDefaults(template.spec);
}

export function applyPodSpecDefaults(spec: PodSpec): void {
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.restartPolicy ||= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= graceSeconds;
  spec.schedulerName ||= 'default-scheduler';
  if (spec.serviceAccount && !spec.serviceAccountName) spec.serviceAccountName = spec.serviceAccount;
  if (spec.serviceAccountName) spec.serviceAccount = spec.serviceAccountName;
  spec.volumes?.forEach(defaultVolume);
  spec.initContainers?.forEach(defaultContainer);
  spec.containers?.forEach(defaultContainer);
  spec.ephemeralContainers?.forEach(defaultContainer);
}

function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= defaultPullPolicy(container.image ?? '');
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  for (const { valueFrom } of container.env ?? []) if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= 'v1';
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) defaultProbe(probe);
  defaultHandler(container.lifecycle?.postStart);
  defaultHandler(container.lifecycle?.preStop);
}

function defaultProbe(probe: Probe | undefined): void {
  if (!probe) return;
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  defaultHandler(probe);
}

function defaultHandler(handler: Handler | undefined): void {
  const { httpGet, grpc } = handler ?? {};
  if (httpGet) {
    httpGet.path ||= '/';
    httpGet.scheme ||= 'HTTP';
  }
  if (grpc) grpc.service ??= '';
}

function defaultVolume(volume: Volume): void {
  if (Object.keys(volume).every((field) => field === 'name')) volume.emptyDir = {};
  const { secret, configMap, downwardAPI, projected, hostPath, image, ephemeral } = volume;
  for (const source of [secret, configMap, downwardAPI, projected]) if (source) source.defaultMode ??= fileMode;
  if (hostPath) hostPath.type ??= '';
  if (image) image.pullPolicy ||= defaultPullPolicy(image.reference ?? '');
  if (ephemeral?.volumeClaimTemplate) ephemeral.volumeClaimTemplate.spec.volumeMode ??= 'Filesystem';
  downwardAPI?.items?.forEach(defaultFieldReference);
  projected?.sources?.forEach(defaultProjection);
}

function defaultProjection({ downwardAPI, serviceAccountToken }: VolumeProjection): void {
  downwardAPI?.items?.forEach(defaultFieldReference);
  if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= tokenSeconds;
}

function defaultFieldReference({ fieldRef }: { fieldRef?: { apiVersion?: string } }): void {
  if (fieldRef) fieldRef.apiVersion ||= 'v1';
}

/** Requests default to limits. */
function requestLimits(resources: ResourceRequirements): void {
  const { limits, requests } = resources;
  if (limits && Object.keys(limits).length > 0) resources.requests = { ...limits, ...requests };
}

/** With host networking, host ports default to container ports. */
function useHostPorts({ ports }: Container): void {
  for (const port of ports ?? []) port.hostPort ||= port.containerPort;
}
