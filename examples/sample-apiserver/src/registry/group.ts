import { defineGroup } from 'trestle/server';
import { groupName } from '../apis/wardle/group-name.js';
import { fischers } from './fischers.js';
import { flunders } from './flunders.js';

export const wardle = defineGroup({ name: groupName, resources: [flunders, fischers] });
