import { type KubeObject, write } from '../api/client.ts';

/** Creates a review at this `group/version/resource`, and returns its status. */
export async function review<Status>(path: string, kind: string, spec: object): Promise<Status> {
  const [group, version] = path.split('/');
  const body = { apiVersion: `${group}/${version}`, kind, spec };
  const { object } = await write('POST', `apis/${path}`, { body });
  return (object as KubeObject & { status: Status }).status;
}
