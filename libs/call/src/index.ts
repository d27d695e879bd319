/**
 * What the concerns share: the typed states of a call, the interceptor, the outcome, the settings
 * snapshots, and the ports that the roof binds. The reply and its events are `wire`'s.
 *
 * Types and abstract classes only: no framework, no I/O. A concern adds its own field to the call
 * and knows no other concern.
 */
export type {
  Arrival,
  FormPart,
  InspectedCall,
  Inspection,
  MeteredCall,
  OpenSeal,
  OutgoingBody,
  ReceivedBody,
  ReceivedCall,
  ReceivedForm,
  Route,
  RoutedCall,
  SealedCall,
  Surface,
  Wire,
} from './call.js';
export { CallerGone } from './caller-gone.js';
export type { Endpoint } from './endpoint.js';
export { Dispatcher, type Journey } from './dispatcher.js';
export type { Charge, Hold } from './hold.js';
export { Interceptor } from './interceptor.js';
export type { Outcome } from './outcome.js';
export { CallObserver } from './ports/call-observer.js';
export { Directory } from './ports/directory.js';
export { Settlement, type HeldCall, type ResolvedHold } from './ports/settlement.js';
export type { Principal } from './principal.js';
export type {
  Alias,
  Allowance,
  BudgetPeriod,
  Family,
  Model,
  Organisation,
  ProtectionMode,
  ProtectionPolicy,
  Provider,
  Workload,
} from './settings.js';
