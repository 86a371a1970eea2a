export {
  type ApiService,
  type ApiServiceCondition,
  type ApiServiceSpec,
  type Availability,
  apiRegistrationGroup,
  apiServiceName,
  apiServicesResource,
  availableCondition,
  isAvailable,
  localAvailability,
  nameOf,
  type ServiceReference,
  withAvailability,
} from './api-service.js';
export { type ApiServiceType, apiRegistration } from './api-service-resource.js';
