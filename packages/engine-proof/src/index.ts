export { agreedEngines, isAgreed } from './agreed.ts'
export {
  type AnsweredProgram,
  type Bank,
  createBank,
  type KnownProgram,
  reserve,
  type Source,
  usesOfProgram,
} from './bank.ts'
export { type Engine, type EngineName, engineOf } from './engine-of.ts'
export { grammarVersion } from './grammar.ts'
export { RecentMap } from './recent-map.ts'
export { createTrust, type Stage, type Tally, type Trust } from './trust.ts'
