export { boxOf, type Mailbox } from './mailbox.ts'
export { climbs, comparedPath, normalPath } from './normal-path.ts'
