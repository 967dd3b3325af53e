export { boxOf, type Mailbox } from './mailbox.ts'
export { comparedPath, normalPath } from './normal-path.ts'
