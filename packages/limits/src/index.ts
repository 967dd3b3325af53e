export { LimitFault } from './limit/limit-fault.ts'
export { concurrencyMax, type Limit, limitMax, requireLimit, windowMsMax } from './limit/limit.ts'
export { compileLimit } from './limit/rule-of.ts'
export { countedCookies, countedHeaders, givenTwice } from './key/counted-values.ts'
export type { Facts } from './key/facts.ts'
export { bytesOfKey, createKeyNames, type LimitKey } from './key/limit-key.ts'
export type { KeyPart } from './key/key-part.ts'
export { normalValue } from './key/normal-value.ts'
export { type Ladder, type Move, type Rung, rungs, type Solved, usualLadder } from './ladder/ladder.ts'
export type { Limiter, Override } from './limiter/limiter.ts'
export {
  createLimiters,
  type Ending,
  type LimitedCall,
  type LimitedRequest,
  type Limiters,
  type LimitersOptions,
  type OpenCall,
  settleCall,
} from './limiter/create-limiters.ts'
export { type Allowed, createAllowList } from './limiter/allow-list.ts'
export { compileMatch, fitsMethod, type Matched, otherMethods, toMatched } from './limiter/request-match.ts'
export type { Charge, LimitStore, OutagePolicy, Outcome } from './store/charge.ts'
export { limitMigrations } from './store/limit-migrations.ts'
export { createMemoryStore, type MemoryStore } from './store/memory-store.ts'
export {
  createPostgresStore,
  type PostgresPool,
  type PostgresStore,
  type StoreOptions,
  sweepLimits,
} from './store/postgres-store.ts'
export { type Guard, type GuardedStore, guardStore } from './store/guard-store.ts'
export { createValkeyStore, type ValkeyClient } from './store/valkey-store.ts'
export { connectValkey, type ValkeyConnection } from './store/connect-valkey.ts'
