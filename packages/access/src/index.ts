export {
  type Actor,
  type ApiKeyCaller,
  type ApiKeyGrant,
  type Caller,
  type ChangeMode,
  changeModeOf,
  isApiKeyCaller,
  type Operating,
  type Person,
  proofLifetimeMs,
  provenUntil,
} from './actor.ts'
export type { Call, CallOrigin, KeepAnswer, Statements } from './call.ts'
export {
  assertAllowed,
  bindPolicy,
  type Decision,
  decide,
  type Entity,
  needsStanding,
  type Refusal,
  type Standing,
} from './decide.ts'
