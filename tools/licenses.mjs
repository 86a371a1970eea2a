import { existsSync, readFileSync } from 'node:fs';

/** The licenses of the packages that the modules of a bundle belong to. */
export function licensesOf(modules) {
  const packages = new Set(modules.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  return [...packages]
    .map((directory) => {
      const { name, version, license } = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8'));
      const text = existsSync(`${directory}/LICENSE`) ? readFileSync(`${directory}/LICENSE`, 'utf8') : '';
      return `${name} ${version}: ${license}\n\n${text}`.trim();
    })
    .join('\n\n----\n\n')
    .concat('\n');
}
