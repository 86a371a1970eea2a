// node tools/release/build-tree.mjs DIR: the package with its dependencies, as in the container image.
import { copyPackage } from './package-tree.mjs';

const [target, ...more] = process.argv.slice(2);
if (!target || more.length > 0) {
  console.error('usage: node tools/release/build-tree.mjs DIR');
  process.exit(1);
}
copyPackage(target);
