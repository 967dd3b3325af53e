export { type Actor, type Person, proofLifetimeMs } from './actor.ts'
