import { expect, test } from 'vitest';
import { expectLinearText, type TextGrowth } from '../../apimachinery/growth.test.support.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { isLatestImage } from './image-tag.js';
import { iscsiErrors } from './iscsi-validation.js';
import { overlapWarnings } from './overlap-warnings.js';
import { validateLocalPath, validateNoBacksteps } from './path-validation.js';
import { validateContainerResourceName } from './resource-validation.js';

const path = FieldPath.root.child('field');
const iscsi = (iqn: string) => iscsiErrors({ targetPortal: 'a', iqn, lun: 0 }, path);
const overlaps = (file: string) => {
  const items = [{ key: 'a', path: file }];
  return overlapWarnings([{ name: 'a', configMap: { name: 'a', items } } as never]);
};

test.each<[name: string, read: (text: string) => unknown, growth?: TextGrowth]>([
  [
    'an image',
    isLatestImage,
    {
      around: [
        ['', ''],
        ['a/', ':b'],
        ['a@sha256:', ''],
        ['a:', '!'],
      ],
    },
  ],
  [
    'an iSCSI name',
    iscsi,
    {
      around: [
        ['iqn.2001-04.', ''],
        ['iqn.2001-04.a:', ','],
        ['iqn.2001-04.', ':a '],
      ],
      // RE2 changes its algorithm at some ten thousand characters.
      upTo: 262_144,
      within: 200,
    },
  ],
  [
    'a path of a file',
    overlaps,
    {
      around: [
        ['', ''],
        ['/', 'a'],
      ],
    },
  ],
  ['a local path', (text) => validateLocalPath(text, path)],
  ['a path without steps back', (text) => validateNoBacksteps(text, path), { repeated: ['../', 'a/..'] }],
  [
    'a resource name',
    (text) => validateContainerResourceName(text, path),
    {
      around: [
        ['', ''],
        ['hugepages-', ''],
        ['a/', ''],
      ],
    },
  ],
])('%s is read in one pass', (name, read, growth) => expectLinearText(name, read, growth));

test.each([
  ['iqn.2001-04.com.example:storage.disk1', true],
  ['iqn.2001-04.com.example', false],
  ['iqn.2001-04.com.example:a b', false],
  ['iqn of iqn.2001-04.com.example:a', true],
  ['eui.0123456789abcdef', true],
  ['naa.62004567BA64678D0123456789ABCDEF', true],
  ['naa.6', false],
])('%s is a name of iSCSI: %s', (name, isOne) => {
  expect(iscsi(name)).toHaveLength(isOne ? 0 : 1);
});
