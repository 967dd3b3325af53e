export { boxOf, type Mailbox } from './mailbox.ts'
export { climbs, comparedPath, foldedPath, normalPath } from './normal-path.ts'
