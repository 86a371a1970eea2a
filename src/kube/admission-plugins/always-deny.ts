import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';

/** Nothing is changed any more. */
export class AlwaysDeny implements AdmissionPlugin {
  readonly name = 'AlwaysDeny';

  handles(): boolean {
    return true;
  }

  admit(request: AdmissionRequest): void {
    throw forbiddenBy(request, 'admission control is denying all modifications');
  }

  validate(request: AdmissionRequest): void {
    this.admit(request);
  }
}
