/** Whether an image is the latest one of its name: it says so, or names neither a tag nor a digest. */
export function isLatestImage(image: string): boolean {
  const [name = '', digest] = image.split('@', 2);
  const last = name.slice(name.lastIndexOf('/') + 1);
  const colon = last.indexOf(':');
  if (colon >= 0) return last.slice(colon + 1) === 'latest';
  return digest === undefined && image !== '';
}

/** The latest image may be another one tomorrow: it is asked for again. */
export function defaultPullPolicy(image: string): string {
  return isLatestImage(image) ? 'Always' : 'IfNotPresent';
}
