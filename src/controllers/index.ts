export type { Controller } from './controller.js';
export { ControllerManager, type ControllerManagerOptions } from './controller-manager.js';
export { controllerNames, housekeepingNames, selectControllers } from './controllers.js';
export { ElectedControllers } from './elected-controllers.js';
export type { CreateQuotaEvaluators } from './resource-quota/quota-evaluator.js';
export { isSelected, unknownNames } from './select-controllers.js';
export { simulation } from './simulation/simulation.js';
export { parseStages } from './simulation/stages/user-stages.js';
