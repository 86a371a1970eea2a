// Follows pkg/util/parsers/parsers.go (v1.36)

/** Whether an image has the tag `latest`, or neither tag nor digest. False for invalid references. */
export function isLatestImage(image: string): boolean {
  if (!isImageReference(image)) return false;
  const [name = '', digest] = image.split('@', 2);
  const last = name.slice(name.lastIndexOf('/') + 1);
  const colon = last.indexOf(':');
  if (colon >= 0) return last.slice(colon + 1) === 'latest';
  return digest === undefined;
}

/** `latest` may change, so it is always pulled. */
export function defaultPullPolicy(image: string): string {
  return isLatestImage(image) ? 'Always' : 'IfNotPresent';
}

const domain =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Fa-f:]+\])(?::\d+)?$/;
const pathComponent = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const tagAndDigest =
  /^(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,})?$/;
/** A name that looks like a digest is invalid. */
const digestLike = /^[a-f0-9]{64}$/;
const maxPathLength = 255;

function isImageReference(image: string): boolean {
  if (image === '' || digestLike.test(image)) return false;
  const [host, rest] = splitHost(image);
  const end = rest.search(/[:@]/);
  const [path, suffix] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end)];
  if (path.length > maxPathLength || !tagAndDigest.test(suffix)) return false;
  return (host === undefined || domain.test(host)) && path.split('/').every((part) => pathComponent.test(part));
}

/** The first segment is a registry host if it looks like one; otherwise the image is in the default library. */
function splitHost(image: string): [host: string | undefined, rest: string] {
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(slash, 0));
  if (slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase())) {
    return [first, image.slice(slash + 1)];
  }
  return [undefined, slash < 0 ? `library/${image}` : image];
}
