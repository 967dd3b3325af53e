// What only some owners want; a second small script, so that the visitors of all others do not load it.
export { failoverToken } from './failover-token.ts'
export { paintDesign } from './paint-design.ts'
export { showTestNote } from './test-note.ts'
export { speak } from './speak.ts'
