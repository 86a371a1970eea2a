import type { Informer } from 'trestle/client/informer';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from 'trestle/server';
import { groupName } from '../apis/wardle/group-name.js';
import type { Fischer } from '../apis/wardle/v1alpha1.js';
import type { WardleInformers } from '../clientset/informers.js';
import type { WantsWardleInformers } from './wardle-initializer.js';

/** Forbids flunders with a name that a fischer disallows. */
export class BanFlunder implements AdmissionPlugin, WantsWardleInformers {
  static readonly pluginName = 'BanFlunder';
  readonly name = BanFlunder.pluginName;
  readonly operations: AdmissionPlugin['operations'] = ['CREATE'];
  #fischers: Informer<Fischer> | undefined;

  setWardleInformers(informers: WardleInformers): void {
    this.#fischers = informers.fischers();
  }

  validateInitialization(): void {
    if (!this.#fischers) throw new Error('missing fischer informer');
  }

  async validate(request: AdmissionRequest): Promise<void> {
    const { kind, name } = request.attributes;
    if (kind.group !== groupName || kind.kind !== 'Flunder' || !this.#fischers) return;
    await this.#fischers.synced();
    const isBanned = this.#fischers.lister
      .list()
      .some(({ disallowedFlunders = [] }) => disallowedFlunders.includes(name));
    if (isBanned) throw forbiddenBy(request, 'this name may not be used, please change the resource name');
  }
}
